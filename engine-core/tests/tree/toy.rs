//! A small evaluator for testing the search: material, and a point for each move of a piece.

use engine_core::evaluator::{EvalScale, Evaluator, EvaluatorInfo, MarginScale};
use engine_core::explain::Ledger;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::rule::Rule;
use engine_core::search::Search;
use engine_core::tables::transposition::Transposition;
use shakmaty::Color;

#[derive(Clone, Debug)]
pub(crate) struct Toy;

impl Evaluator for Toy {
    type State = ();

    fn info(&self) -> EvaluatorInfo {
        EvaluatorInfo {
            name: "toy",
            title: "Toy",
            document: "none",
            year: 2026,
            margin_scale: MarginScale { ratio: 1.0, measured: "by definition" },
            eval_scale: EvalScale { centipawns: 200.0, measured: "by definition" },
        }
    }

    fn root(&self, _: &Game) {}

    fn post<L: Ledger>(&self, node: &Node<()>, ledger: &mut L) {
        let board = node.position().board();
        let worth = |color: Color| {
            let men = board.material_side(color);
            let material = 100 * i32::from(men.pawn)
                + 300 * i32::from(men.knight + men.bishop)
                + 500 * i32::from(men.rook)
                + 900 * i32::from(men.queen);
            let pieces = board.by_color(color) & !board.pawns();
            let moves: usize =
                pieces.into_iter().map(|square| board.attacks_from(square).count()).sum();
            10 * (material + moves as i32)
        };
        ledger.post(Rule::material("worth"), worth(Color::White), worth(Color::Black));
    }
}

pub(crate) fn search() -> Search<Toy> {
    Search::new(Toy, Transposition::with_bits(14))
}

pub(crate) fn game(text: &str) -> Game {
    Game::parse(text).unwrap()
}
