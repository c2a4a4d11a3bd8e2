//! Ending games that are decided: agreed draws, lost positions, games without end.
//!
//! Thresholds are Michniewski centipawns; an engine's own score is divided by its scale before it
//! is compared, so that a game is decided at the same expected score for every engine.

use config::Adjudication;
use players::player::GivenScore;
use players::record::{GameResult, Termination};
use shakmaty::{Board, ByColor, Color};

/// Watches one game.
#[derive(Debug)]
pub struct Adjudicator<'c> {
    rules: &'c Adjudication,
    /// The number of each side's centipawns worth one of Michniewski's.
    scale: ByColor<f64>,
    /// Moves in a row of each side with a score near 0.
    level: ByColor<u32>,
    /// Moves in a row of each side with a score at or below minus the resign score.
    losing: ByColor<u32>,
    /// Moves in a row of each side with a score at or above the resign score.
    winning: ByColor<u32>,
}

impl<'c> Adjudicator<'c> {
    /// A watcher of a game between players of these scales: how many centipawns of each are worth one of Michniewski's.
    pub fn new(rules: &'c Adjudication, scale: ByColor<f64>) -> Adjudicator<'c> {
        Adjudicator { rules, scale, level: ByColor::default(), losing: ByColor::default(), winning: ByColor::default() }
    }

    /// Records that `mover` made a move, which it scored `score` from its point of view (`None`: it agrees to nothing),
    /// and that `board` is there, `plies` half-moves after the start of the game by its move number; returns the end of
    /// the game, if it ends.
    pub fn after_move(
        &mut self,
        mover: Color,
        score: Option<GivenScore>,
        plies: usize,
        board: &Board,
    ) -> Option<(GameResult, Termination)> {
        self.count(mover, self.in_michniewski_centipawns(mover, score));
        if let Some(loser) = self.resigned(mover) {
            return Some((won_by(!loser), Termination::AdjudicatedWin));
        }
        if self.is_agreed_draw(plies) {
            return Some((GameResult::Draw, Termination::AdjudicatedDraw));
        }
        if self.rules.insufficient_material && !can_force_mate(board) {
            return Some((GameResult::Draw, Termination::AdjudicatedMaterial));
        }
        let is_longest = self.rules.max_moves.is_some_and(|moves| plies >= 2 * moves as usize);
        is_longest.then_some((GameResult::Draw, Termination::MaxMoves))
    }

    /// Without a score it is no number, which is on no side of any threshold; mates are beyond every one.
    fn in_michniewski_centipawns(&self, mover: Color, score: Option<GivenScore>) -> f64 {
        match score {
            None => f64::NAN,
            Some(GivenScore::Cp(cp)) => f64::from(cp) / self.scale.get(mover),
            Some(GivenScore::Mate(moves)) if moves > 0 => f64::INFINITY,
            Some(GivenScore::Mate(_)) => f64::NEG_INFINITY,
        }
    }

    fn count(&mut self, mover: Color, score: f64) {
        let count = |counter: &mut ByColor<u32>, holds: bool| {
            let counter = counter.get_mut(mover);
            *counter = if holds { *counter + 1 } else { 0 };
        };
        if let Some(draw) = self.rules.draw {
            count(&mut self.level, score.abs() <= f64::from(draw.score));
        }
        if let Some(resign) = self.rules.resign {
            count(&mut self.losing, score <= -f64::from(resign.score));
            count(&mut self.winning, score >= f64::from(resign.score));
        }
    }

    /// The side that has lost, by the scores of both so far.
    fn resigned(&self, mover: Color) -> Option<Color> {
        let rule = self.rules.resign?;
        [mover, !mover].into_iter().find(|&side| {
            *self.losing.get(side) >= rule.moves && (!rule.both || *self.winning.get(!side) >= rule.moves)
        })
    }

    fn is_agreed_draw(&self, plies: usize) -> bool {
        self.rules.draw.is_some_and(|rule| {
            plies >= 2 * rule.after as usize && Color::ALL.into_iter().all(|side| *self.level.get(side) >= rule.moves)
        })
    }
}

/// True if either side could force mate: by a pawn, a rook, a queen, or two minor pieces other than two knights.
fn can_force_mate(board: &Board) -> bool {
    let minors = board.knights() | board.bishops();
    let enough = |side: Color| {
        let own = board.by_color(side) & minors;
        own.count() > 2 || own.count() == 2 && (own & board.bishops()).any()
    };
    // Two minor pieces against one are left to the players.
    let most = Color::ALL.map(|side| (board.by_color(side) & minors).count()).into_iter().sum::<usize>();
    (board.pawns() | board.rooks_and_queens()).any() || Color::ALL.into_iter().any(enough) || most > 2
}

/// The outcome if `side` wins.
pub fn won_by(side: Color) -> GameResult {
    side.fold_wb(GameResult::WhiteWins, GameResult::BlackWins)
}
