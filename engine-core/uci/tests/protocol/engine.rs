//! An engine program for the tests of the protocol: material, with options of several kinds.

use std::process::ExitCode;

use engine_core::evaluator::{Evaluator, EvaluatorInfo};
use engine_core::explain::{Ledger, Meta};
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionInfo, OptionKind};
use engine_core::rule::Rule;
use shakmaty::Color;

engine_core::numbers! {
    /// The value of each piece.
    #[derive(Clone, Debug)]
    struct Params;
    /// The usual ones.
    const DOCUMENT;

    /// A pawn.
    pawn as "value.pawn": Centipawns(100);
    /// A knight or a bishop.
    minor as "value.minor": Centipawns(320);
    /// A rook.
    rook as "value.rook": Centipawns(500);
    /// A queen.
    queen as "value.queen": Centipawns(900);
}

#[derive(Clone, Debug)]
struct Material {
    params: Params,
    counts_pawns: bool,
}

impl Evaluator for Material {
    type State = ();

    fn info(&self) -> EvaluatorInfo {
        EvaluatorInfo::unmeasured("material", "Material")
    }

    fn root(&self, _: &Game) {}

    fn post<L: Ledger>(&self, node: &Node<()>, ledger: &mut L) {
        let Params { pawn, minor, rook, queen } = self.params;
        let sides = [Color::White, Color::Black].map(|color| node.position().board().material_side(color));
        let worth = sides.map(|side| {
            minor * i32::from(side.knight + side.bishop) + rook * i32::from(side.rook) + queen * i32::from(side.queen)
        });
        ledger.post_centipawns(Rule::material("pieces"), worth);
        if self.counts_pawns {
            ledger.post_centipawns(Rule::pawns("pawns"), sides.map(|side| pawn * i32::from(side.pawn)));
        }
        ledger.note("queens", || Meta::Flag(node.position().board().queens().any()));
    }
}

impl Configure for Material {
    fn options(&self) -> Vec<OptionInfo> {
        let kind = OptionKind::Choice { default: "count", choices: &["count", "ignore"] };
        let pawns = OptionInfo { name: "pawns", kind, help: "whether pawns count" };
        std::iter::once(pawns).chain(NUMBERS.options(&DOCUMENT)).collect()
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        if option.name == "pawns" {
            self.counts_pawns = value == "count";
        } else {
            NUMBERS.set(&mut self.params, option.name, value);
        }
    }
}

fn main() -> ExitCode {
    engine_uci::run(Material { params: DOCUMENT, counts_pawns: true })
}
