//! Material alone: an evaluator for the tests of the search's parts.

use shakmaty::Color;

use crate::evaluator::{EvalScale, Evaluator, EvaluatorInfo, MarginScale};
use crate::explain::Ledger;
use crate::game::Game;
use crate::node::Node;
use crate::rule::Rule;

pub(super) struct Material;

impl Evaluator for Material {
    type State = ();

    fn info(&self) -> EvaluatorInfo {
        let measured = "by definition";
        EvaluatorInfo {
            name: "material",
            title: "Material",
            document: "none",
            year: 2026,
            margin_scale: MarginScale { ratio: 1.0, measured },
            eval_scale: EvalScale { centipawns: 200.0, measured },
        }
    }

    fn root(&self, _: &Game) {}

    fn post<L: Ledger>(&self, node: &Node<()>, ledger: &mut L) {
        let [white, black] = [Color::White, Color::Black].map(|color| {
            let men = node.position().board().material_side(color);
            let minor = 3 * (men.knight + men.bishop);
            1000 * i32::from(men.pawn + minor + 5 * men.rook + 9 * men.queen)
        });
        ledger.post(Rule::material("material"), white, black);
    }
}
