//! A new evaluation: change the numbers, add rules.
//!
//! `cargo test -p eval-own-idea` checks the laws of an evaluation, `evalarena explain startpos`
//! shows its terms, and `evalarena match own-idea michniewski` measures its strength.

use engine_core::evaluator::{EvalScale, Evaluator, EvaluatorInfo, MarginScale};
use engine_core::explain::Ledger;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionInfo};
use engine_core::rule::{DeclaredRule, Statement};
use shakmaty::{Bitboard, Board, Color, Role};

/// Centipawns of each kind of piece.
const VALUES: [(Role, i32); 5] =
    [(Role::Pawn, 100), (Role::Knight, 320), (Role::Bishop, 330), (Role::Rook, 500), (Role::Queen, 900)];
/// Centipawns for each of a side's own pieces on d4, e4, d5 or e5.
const CENTRE: usize = 15;

/// The evaluator.
#[derive(Clone, Debug)]
pub struct OwnIdea;

/// Each rule has a sentence, which pages show, a name, and an aspect under which tables list it.
mod rules {
    engine_core::rules! {
        /// The value of each piece.
        MATERIAL: material("material");
        /// Each piece or pawn on d4, e4, d5 or e5.
        CENTRE: pieces("centre");
    }
}

/// The material of a side.
fn material(board: &Board, color: Color) -> i32 {
    let count = |role: Role| board.by_piece(role.of(color)).count() as i32;
    VALUES.iter().map(|&(role, value)| value * count(role)).sum()
}

/// The bonus of a side for the centre.
fn centre(board: &Board, color: Color) -> i32 {
    (CENTRE * (board.by_color(color) & Bitboard::CENTER).count()) as i32
}

impl Evaluator for OwnIdea {
    // What is kept from move to move, if it should be faster than counting anew: `update` brings it up to date.
    type State = ();

    fn info(&self) -> EvaluatorInfo {
        EvaluatorInfo {
            name: "own-idea",
            title: "own-idea",
            document: "none",
            year: Some(2026),
            // `evalarena check own-idea` measures both, and the arena reads them from the file it writes.
            margin_scale: MarginScale::UNMEASURED,
            eval_scale: EvalScale::UNMEASURED,
        }
    }

    fn rules(&self) -> Vec<DeclaredRule> {
        rules::ALL.iter().copied().map(DeclaredRule::new).collect()
    }

    fn statement(&self, rule: &str) -> Option<Statement> {
        rules::statement(rule)
    }

    fn root(&self, _game: &Game) {}

    fn post<L: Ledger>(&self, node: &Node<()>, ledger: &mut L) {
        let board = node.position().board();
        let both = |rule: fn(&Board, Color) -> i32| [Color::White, Color::Black].map(|c| rule(board, c));
        ledger.post_centipawns(rules::MATERIAL, both(material));
        ledger.post_centipawns(rules::CENTRE, both(centre));
    }
}

impl Configure for OwnIdea {
    fn options(&self) -> Vec<OptionInfo> {
        Vec::new()
    }

    fn apply(&mut self, _option: &OptionInfo, _value: &str) {}
}
