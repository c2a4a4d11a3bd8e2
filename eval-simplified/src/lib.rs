//! Tomasz Michniewski's Simplified Evaluation Function, and Otter's use of its tables.
//!
//! # The documents
//! *Simplified Evaluation Function* was proposed by Tomasz Michniewski on the Polish chess
//! programming list for a tournament in which all programs were to use the same, very simple
//! evaluation: piece values and one table of squares for each kind of piece, two for the king. A
//! side's score is the sum over its pieces; there is nothing else, no tempo and no mobility.
//!
//! *Otter* is an engine whose author describes an evaluation of the same shape: the same tables
//! number for number, the middlegame king table at all stages, and other piece values.
//!
//! docs/readings.md has what the documents leave open.
//!
//! Every number is an option, that of a square by its place as White sees it: `pst_knight.f3` is Black's
//! knight on f6, too. What the king is worth is none: each side has one.
//!
//! [`material`] is not a document: Michniewski's piece values alone, the yardstick that the arena rates 0.
//!
//! # A value, its terms and a search
//! ```
//! use engine_core::tables::transposition::Transposition;
//! use engine_core::{evaluation::Evaluation, explain, game::Game, limits::Limits, notation::uci_move, search::Search};
//!
//! let game = Game::parse("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/2N5/PPPP1PPP/R1BQK1NR b KQkq - 3 3")?;
//! let seen = Evaluation::of(&eval_simplified::michniewski(), &game);
//! assert_eq!(seen.total, 20); // Centipawns, from White's side.
//! for (name, term) in seen.breakdown.posted() {
//!     println!("{name}: {} and {}", explain::centipawns(term.white), explain::centipawns(term.black));
//! }
//! let mut search = Search::new(eval_simplified::michniewski(), Transposition::with_megabytes(16));
//! let found = search.go(&game, &Limits::nodes(10_000), |_| {});
//! println!("{:?}, {:?} centipawns from the side to move", found.best().map(uci_move), found.score.cp());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod params;
mod state;

use engine_core::encoded_move::EncodedMove;
use engine_core::evaluator::{EvalScale, Evaluator, EvaluatorInfo, MarginScale};
use engine_core::explain::{Ledger, Meta};
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionInfo, OptionKind};
use engine_core::position::Position;
use engine_core::rule::{DeclaredRule, Rule, Statement};
use shakmaty::{Board, Color, Position as _, Role};

use params::{NUMBERS, Params, Tables};
pub use state::State;
use state::Worth;

engine_core::rules! {
    /// The value of each piece; the kings' cancel out.
    MATERIAL: material("material") ["value"];
    /// Each pawn by its square.
    PST_PAWN: pawns("pst_pawn") ["pst_pawn"];
    /// Each knight by its square.
    PST_KNIGHT: pieces("pst_knight") ["pst_knight"];
    /// Each bishop by its square.
    PST_BISHOP: pieces("pst_bishop") ["pst_bishop"];
    /// Each rook by its square.
    PST_ROOK: pieces("pst_rook") ["pst_rook"];
    /// Each queen by its square.
    PST_QUEEN: pieces("pst_queen") ["pst_queen"];
    /// The king by its square, and by another table in the endgame, to which both kings change at once: if each side has no
    /// queen, or one queen and beside it no rook and at most one minor piece. The option `endgame_rule` can take the
    /// absence of queens alone.
    PST_KING: king("pst_king") ["pst_king", "pst_king_endgame"];
}

/// The beginning of the endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EndgameRule {
    /// Either of the document's two conditions.
    Either,
    /// The first condition alone: no queens.
    NoQueens,
}

/// An evaluation by piece values and tables of squares.
#[derive(Clone, Debug)]
pub struct Simplified {
    info: EvaluatorInfo,
    /// Its document's numbers, and those that it has.
    document: &'static Params,
    params: Box<Params>,
    tables: Tables,
    /// The part of these that a position needs.
    worth: Worth,
    king_value: i32,
    endgame_rule: EndgameRule,
}

/// The worth of one of Michniewski's centipawns: the unit of the arena's thresholds.
pub const MICHNIEWSKI_SCALE: EvalScale =
    EvalScale { centipawns: EvalScale::UNMEASURED.centipawns, measured: SCALES_MEASURED };

/// The measurement of the evaluation scales.
const SCALES_MEASURED: &str = "2026-11-22, games of configs/lab/scale.toml";

/// Michniewski's Simplified Evaluation Function.
pub fn michniewski() -> Simplified {
    let info = EvaluatorInfo {
        name: "michniewski",
        title: "Michniewski",
        document: "Simplified Evaluation Function, Tomasz Michniewski",
        year: None,
        margin_scale: MarginScale { ratio: 1.0, measured: "by definition" },
        eval_scale: MICHNIEWSKI_SCALE,
    };
    Simplified::new(info, &params::MICHNIEWSKI, Tables::TwoKings)
}

/// Otter's evaluation.
pub fn otter() -> Simplified {
    let info = EvaluatorInfo {
        name: "otter",
        title: "Otter",
        document: "Otter: Evaluation",
        year: Some(2024),
        margin_scale: MarginScale { ratio: 1.0, measured: "2026-11-21" },
        eval_scale: EvalScale { centipawns: 218.2, measured: SCALES_MEASURED },
    };
    Simplified::new(info, &params::OTTER, Tables::OneKing)
}

/// Michniewski's piece values alone.
pub fn material() -> Simplified {
    let info = EvaluatorInfo {
        name: "material",
        title: "Material",
        document: "Simplified Evaluation Function, its piece values alone",
        year: None,
        margin_scale: MarginScale { ratio: 0.63, measured: "2026-11-21" },
        eval_scale: EvalScale { centipawns: 238.5, measured: SCALES_MEASURED },
    };
    Simplified::new(info, &params::MICHNIEWSKI, Tables::None)
}

impl Simplified {
    fn new(info: EvaluatorInfo, document: &'static Params, tables: Tables) -> Simplified {
        Simplified {
            info,
            document,
            params: Box::new(document.clone()),
            tables,
            worth: Worth::new(document, tables),
            king_value: document.value.king,
            endgame_rule: EndgameRule::Either,
        }
    }

    /// True if the king has another table in the endgame.
    #[inline]
    fn has_endgame(&self) -> bool {
        self.tables == Tables::TwoKings
    }

    // Conditions of evaluation are joined without branches: they are hard to predict.
    #[inline]
    fn is_endgame(&self, board: &Board) -> bool {
        match self.endgame_rule {
            EndgameRule::NoQueens => board.queens().is_empty(),
            EndgameRule::Either => has_endgame_army(board, Color::White) & has_endgame_army(board, Color::Black),
        }
    }

    /// The state at a position, for an evaluator that has these tables and other piece values.
    pub fn state(&self, board: &Board) -> State {
        State::of(&self.worth, board)
    }

    /// Adds to `state` what the move `mv` of `us` changes.
    // Left to itself the compiler makes calls of these two, which cost 15 instructions a node.
    #[inline(always)]
    pub fn advance(&self, state: &mut State, us: Color, mv: EncodedMove) {
        state.update(&self.worth, us, mv);
    }

    /// Posts the tables of squares: all rules but material.
    #[inline]
    pub fn post_squares<L: Ledger>(&self, board: &Board, state: &State, ledger: &mut L) {
        for (role, rule) in TABLE_RULES {
            ledger.post_centipawns(rule, state.squares(role));
        }
        let endgame = self.is_endgame(board);
        let king = |color| self.king_square(board, color, endgame);
        ledger.post_centipawns(PST_KING, [king(Color::White), king(Color::Black)]);
        if self.has_endgame() {
            ledger.note("endgame", || Meta::Flag(endgame));
        }
    }

    /// The table value of the king of `color`.
    #[inline]
    fn king_square(&self, board: &Board, color: Color, endgame: bool) -> i32 {
        let square = board.king_of(color);
        square.map_or(0, |square| self.worth.king(color, square, endgame))
    }
}

/// True if a side has no queen, or one queen and beside it no more than one minor piece.
#[inline]
fn has_endgame_army(board: &Board, color: Color) -> bool {
    let ours = board.by_color(color);
    let queens = board.queens() & ours;
    let minors = (board.knights() | board.bishops()) & ours;
    let rooks = board.rooks() & ours;
    let too_many = queens.without_first() | rooks | minors.without_first();
    queens.is_empty() | too_many.is_empty()
}

const TABLE_RULES: [(Role, Rule); 5] = [
    (Role::Pawn, PST_PAWN),
    (Role::Knight, PST_KNIGHT),
    (Role::Bishop, PST_BISHOP),
    (Role::Rook, PST_ROOK),
    (Role::Queen, PST_QUEEN),
];

impl Evaluator for Simplified {
    type State = State;

    fn info(&self) -> EvaluatorInfo {
        self.info
    }

    fn rules(&self) -> Vec<DeclaredRule> {
        ALL.iter().copied().map(DeclaredRule::new).collect()
    }

    fn statement(&self, rule: &str) -> Option<Statement> {
        let statement = statement(rule)?;
        Some(match self.tables {
            Tables::None if rule != MATERIAL.name => Statement::new("Squares do not count here.", &[]),
            Tables::OneKing if rule == PST_KING.name => {
                Statement::new("The king by its square, by the same table before and in the endgame.", &["pst_king"])
            }
            _ => statement,
        })
    }

    fn root(&self, game: &Game) -> State {
        self.state(game.position().board())
    }

    #[inline(always)]
    fn update(&self, state: &mut State, parent: &Node<State>, mv: EncodedMove, _after: &Position) {
        self.advance(state, parent.position().turn(), mv);
    }

    #[inline]
    fn post<L: Ledger>(&self, node: &Node<State>, ledger: &mut L) {
        let state = node.state();
        let [white, black] = state.material();
        ledger.post_centipawns(MATERIAL, [white + self.king_value, black + self.king_value]);
        self.post_squares(node.position().board(), state, ledger);
    }
}

const ENDGAME_RULE: &str = "endgame_rule";

impl Configure for Simplified {
    fn options(&self) -> Vec<OptionInfo> {
        let mut options = Vec::new();
        if self.has_endgame() {
            options.push(OptionInfo {
                name: ENDGAME_RULE,
                kind: OptionKind::Choice { default: "either", choices: &["either", "no_queens"] },
                help: "When kings change to their endgame table: under either of the document's two \
                       conditions, or only without queens.",
            });
        }
        let numbers = NUMBERS.options(self.document);
        options.extend(numbers.filter(|number| self.tables.have(number.name)));
        options
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        if option.name == ENDGAME_RULE {
            self.endgame_rule = match value {
                "no_queens" => EndgameRule::NoQueens,
                _ => EndgameRule::Either,
            };
        } else if NUMBERS.set(&mut self.params, option.name, value) {
            self.worth = Worth::new(&self.params, self.tables);
        }
    }
}
