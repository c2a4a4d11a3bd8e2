//! The evaluation of the ChessBin engine, reproduced from its author's description.
//!
//! # The document
//! *Chess Board Evaluation* was published by Adam Berent on chessbin.com in October 2008: two
//! C# methods with comments. Each man counts by its value, by what defends and attacks it, by its
//! moves and by a table of squares; then come rules for each kind of man, for check, castling and
//! the turn, and for pawns by files. The score is White's. The numbers are in [`params`].
//!
//! This crate computes what that code computes, its slips included. A comment calls a quirk what the
//! prose, or chess, would have otherwise.
//!
//! Every number by which something counts is an option, that of a square by its place as White sees it: a table
//! is turned round for Black, so `pst_knight.c1` is Black's knight on f8, too. No options are what the king and a mate
//! are worth, thresholds (men, moves, plies), and the action values, for which `tally` has as much room as they need.
//!
//! # What was read how, and why
//! * *Prose and code* differ in places: the code counts. A man attacked more than it is defended
//!   loses ten times the excess; a king loses for having moved without castling.
//! * *Action values*, what a man adds to the defended or attacked value of each man it reaches,
//!   are not in the document. Those of the author's later publication, ChessCore, are used, and
//!   so is its way of finding who reaches what, pseudo-legal lines of both sides with the kings'
//!   last (`lines`).
//! * *The endgame flag* belongs to the board there, is set at the end of an evaluation and goes
//!   over to the positions after it: it acts one position late. Here it is on if the position
//!   before had fewer than ten men; a position without a past goes by its own. Hence 75, 85 or 95
//!   for a check.
//! * *Fewer than ten* counts all men, pawns and kings too, as the code does.
//! * *Fifty moves* are a hundred plies; they come before mate. Mate and stalemate are found here,
//!   the document takes them from flags.
//! * *Insufficient material* includes bishop and knight against a bare king, because the two are
//!   counted apart: the document's slip.
//! * *White's a-file* is passed if Black's b-file is empty: the document's slip. The option
//!   `a_file_fix` mends it, and then both colours are treated alike.
//! * *A rook, queen or king has moved* as [`engine_core::move_history`] defines. A side that a FEN gives no
//!   castling right counts as having castled.
//! * *Castling* counts as a valid king move for either colour, whichever is to move, if no man, the
//!   other king included, attacks the squares that the king crosses and reaches.

mod lines;
mod options;
pub mod params;
mod rules;
mod state;
mod sums;
mod tally;
mod terms;
mod verdict;
mod worth;

use engine_core::encoded_move::EncodedMove;
use engine_core::evaluator::{EvalScale, Evaluator, EvaluatorInfo, MarginScale};
use engine_core::explain::{Ledger, Meta};
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::position::Position;
use engine_core::rule::{DeclaredRule, Rule, Statement};
use shakmaty::Color;

use params::Params;
pub use state::State;
use terms::{Scene, pawns};
use verdict::GameEnd;
use worth::Worth;

/// ChessBin's board evaluation.
#[derive(Clone, Debug)]
pub struct ChessBin {
    params: Params,
    /// The part of these that a move needs.
    worth: Worth,
    a_file_fix: bool,
}

/// ChessBin's board evaluation, slips included.
pub fn chessbin() -> ChessBin {
    ChessBin { params: params::DOCUMENT, worth: Worth::new(&params::DOCUMENT), a_file_fix: false }
}

/// Posts what `worth` gives White and Black.
#[inline(always)]
fn post<L: Ledger>(
    ledger: &mut L,
    scene: &Scene<'_>,
    rule: Rule,
    worth: impl Fn(&Scene<'_>, Color) -> i32,
) {
    let sides = [Color::White, Color::Black].map(|color| worth(scene, color));
    ledger.post_centipawns(rule, sides);
}

/// The rules for men of each kind but the king.
#[inline]
fn post_men<L: Ledger>(scene: &Scene<'_>, ledger: &mut L) {
    post(ledger, scene, rules::MATERIAL, terms::material);
    post(ledger, scene, rules::DEFENDED, terms::defended);
    post(ledger, scene, rules::ATTACKED, terms::attacked);
    post(ledger, scene, rules::HANGING, terms::hanging);
    post(ledger, scene, rules::MOBILITY, terms::mobility);
    post(ledger, scene, rules::PST, terms::squares);
    post(ledger, scene, rules::EDGE_PAWN, pawns::edge_pawn);
    post(ledger, scene, rules::DOUBLED_PAWN, pawns::doubled_pawn);
    post(ledger, scene, rules::KNIGHT_ENDGAME, terms::knight_endgame);
    post(ledger, scene, rules::BISHOP_ENDGAME, terms::bishop_endgame);
    post(ledger, scene, rules::BISHOP_PAIR, terms::bishop_pair);
    post(ledger, scene, rules::ROOK_MOVED, terms::rook_moved);
    post(ledger, scene, rules::QUEEN_MOVED, terms::queen_moved);
}

impl ChessBin {
    /// The rules of a position that is not settled.
    #[inline]
    fn post_rules<L: Ledger>(&self, scene: &Scene<'_>, ledger: &mut L) {
        post_men(scene, ledger);
        post(ledger, scene, rules::KING_MOVED, terms::king_moved);
        post(ledger, scene, rules::KING_FEW_MOVES, terms::king_few_moves);
        post(ledger, scene, rules::CHECK, terms::check);
        post(ledger, scene, rules::CASTLED, terms::castled);
        post(ledger, scene, rules::TEMPO, terms::tempo);
        post(ledger, scene, rules::ISOLATED_PAWN, pawns::isolated_pawn);
        post(ledger, scene, rules::PASSED_PAWN, |scene, color| {
            pawns::passed_pawn(scene, color, self.a_file_fix)
        });
    }
}

impl Evaluator for ChessBin {
    type State = State;

    fn info(&self) -> EvaluatorInfo {
        EvaluatorInfo {
            name: "chessbin",
            title: "ChessBin",
            document: "Chess Board Evaluation, Adam Berent",
            year: 2008,
            margin_scale: MarginScale { ratio: 1.44, measured: "2026-11-21" },
            eval_scale: EvalScale {
                centipawns: 234.6,
                measured: "2026-11-22, games of configs/lab/scale.toml",
            },
        }
    }

    fn rules(&self) -> Vec<DeclaredRule> {
        let declared = |&rule: &Rule| match rule {
            rules::TERMINAL => DeclaredRule::new(rule).inseparable(
                "it stands in place of all other rules, and where it fires nothing else is counted",
            ),
            _ => DeclaredRule::new(rule),
        };
        rules::ALL.iter().map(declared).collect()
    }

    fn statement(&self, rule: &str) -> Option<Statement> {
        rules::statement(rule)
    }

    fn root(&self, game: &Game) -> State {
        State::root(&self.worth, game)
    }

    #[inline]
    fn update(&self, state: &mut State, parent: &Node<State>, mv: EncodedMove, _after: &Position) {
        state.update(&self.worth, parent.position(), mv);
    }

    #[inline]
    fn null(&self, parent: &Node<State>, after: &Position) -> State {
        parent.state().null(after)
    }

    #[inline]
    fn post<L: Ledger>(&self, node: &Node<State>, ledger: &mut L) {
        let scene = Scene::of(&self.params, node);
        let verdict = GameEnd::of(node, &scene.lines);
        // A verdict replaces everything else.
        match verdict {
            Some(verdict) => post(ledger, &scene, rules::TERMINAL, |_, color| verdict.worth(color)),
            None => self.post_rules(&scene, ledger),
        }
        let castled = [Color::White, Color::Black].map(|color| scene.state.castled(color));
        ledger.note("endgame_phase", || Meta::Flag(scene.endgame));
        ledger.note("men", || Meta::Number(scene.men as i32));
        ledger.note("castled", || Meta::Sides(castled[0], castled[1]));
        ledger.note("terminal", || Meta::Word(verdict.map(GameEnd::name)));
    }

    #[inline]
    fn state_key(&self, node: &Node<State>) -> u64 {
        node.state().key(node.position())
    }
}
