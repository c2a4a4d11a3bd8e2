//! Ending games that are decided: agreed draws, lost positions, games without end.
//!
//! Thresholds are Michniewski centipawns; an engine's own score is divided by its scale before it
//! is compared, so that a game is decided at the same expected score for every engine.

use config::Adjudication;
use engine_core::tablebase::{Tablebase, Verdict};
use players::player::GivenScore;
use players::record::{GameResult, Termination};
use shakmaty::{Board, ByColor, Chess, Color, Position};

/// A score that is beyond every threshold: a mate.
const DECIDED: f64 = f64::INFINITY;
/// No score at all, which is on no side of any threshold.
const UNKNOWN: f64 = f64::NAN;

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
        Adjudicator {
            rules,
            scale,
            level: ByColor::default(),
            losing: ByColor::default(),
            winning: ByColor::default(),
        }
    }

    /// Records that `mover` made a move, which it scored `score` from its point of view (`None`: it did
    /// reported none, so it agrees to nothing), and that `board` is there, `plies` half-moves after the
    /// start of the game by its move number; returns the end of the game, if it ends.
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
        let longest = self.rules.max_moves.map(|moves| 2 * moves as usize);
        longest
            .filter(|&longest| plies >= longest)
            .map(|_| (GameResult::Draw, Termination::MaxMoves))
    }

    fn in_michniewski_centipawns(&self, mover: Color, score: Option<GivenScore>) -> f64 {
        let Some(score) = score else {
            return UNKNOWN;
        };
        match score {
            GivenScore::Cp(cp) => f64::from(cp) / self.scale.get(mover),
            GivenScore::Mate(moves) if moves > 0 => DECIDED,
            GivenScore::Mate(_) => -DECIDED,
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
            *self.losing.get(side) >= rule.moves
                && (!rule.both || *self.winning.get(!side) >= rule.moves)
        })
    }

    fn is_agreed_draw(&self, plies: usize) -> bool {
        self.rules.draw.is_some_and(|rule| {
            plies >= 2 * rule.after as usize
                && Color::ALL.into_iter().all(|side| *self.level.get(side) >= rule.moves)
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
    let most =
        Color::ALL.map(|side| (board.by_color(side) & minors).count()).into_iter().sum::<usize>();
    (board.pawns() | board.rooks_and_queens()).any()
        || Color::ALL.into_iter().any(enough)
        || most > 2
}

/// The end of the game by tablebases, if they have the position. As in other managers, probed only where a capture or
/// pawn move has just been made, and wins that the fifty-move rule takes away are draws.
pub fn by_tables(tables: &Tablebase, position: &Chess) -> Option<(GameResult, Termination)> {
    let result = match tables.after_zeroing(position)? {
        Verdict::Win => won_by(position.turn()),
        Verdict::Draw => GameResult::Draw,
        Verdict::Loss => won_by(!position.turn()),
    };
    Some((result, Termination::AdjudicatedTablebase))
}

/// The outcome if `side` wins.
pub fn won_by(side: Color) -> GameResult {
    side.fold_wb(GameResult::WhiteWins, GameResult::BlackWins)
}

#[cfg(test)]
mod tests {
    use config::{DrawRule, ResignRule};

    use super::*;

    fn resign(moves: u32, score: u32, both: bool) -> Option<ResignRule> {
        Some(ResignRule { moves, score, both })
    }

    fn rules() -> Adjudication {
        Adjudication {
            draw: Some(DrawRule { after: 3, moves: 2, score: 10 }),
            resign: resign(2, 500, true),
            max_moves: Some(20),
            insufficient_material: false,
            syzygy: None,
        }
    }

    type End = Option<(GameResult, Termination)>;

    /// Feeds the scores, White's first, each from its mover's side.
    fn feed(rules: &Adjudication, scores: &[i32]) -> (usize, End) {
        feed_scaled(rules, (1.0, 1.0), scores)
    }

    /// The same with the worth of White's and Black's points.
    fn feed_scaled(
        rules: &Adjudication,
        (white, black): (f64, f64),
        scores: &[i32],
    ) -> (usize, End) {
        let mut watcher = Adjudicator::new(rules, ByColor { white, black });
        for (index, &cp) in scores.iter().enumerate() {
            let mover = Color::from_white(index % 2 == 0);
            let score = Some(GivenScore::Cp(cp));
            let end = watcher.after_move(mover, score, index + 1, &Board::default());
            if end.is_some() {
                return (index + 1, end);
            }
        }
        (scores.len(), None)
    }

    const DRAW: End = Some((GameResult::Draw, Termination::AdjudicatedDraw));
    const BLACK: End = Some((GameResult::BlackWins, Termination::AdjudicatedWin));

    #[test]
    fn draws_need_both_sides_for_long_enough_and_not_too_early() {
        assert_eq!(feed(&rules(), &[0; 10]), (6, DRAW));
        let interrupted = [0, 0, 0, 0, 11, 0, 10, -10, 0, 0];
        assert_eq!(feed(&rules(), &interrupted), (9, DRAW));
        let alone = [0, 20, 0, 20, 0, 20, 0, 20];
        assert_eq!(feed(&rules(), &alone).1, None);
    }

    #[test]
    fn a_win_needs_both_to_agree_if_the_rule_says_so() {
        let agreed = [-500, 500, -600, 700, 0, 0];
        assert_eq!(feed(&rules(), &agreed), (4, BLACK));
        let alone = [-500, 100, -600, 100, -600, 100];
        assert_eq!(feed(&rules(), &alone).1, None);
        let mut one_sided = rules();
        one_sided.resign = resign(2, 500, false);
        assert_eq!(feed(&one_sided, &alone), (3, BLACK));
        let broken = [-500, 500, -499, 500, -500, 500];
        assert_eq!(feed(&rules(), &broken).1, None);
    }

    #[test]
    fn scores_count_by_their_scale() {
        // Two of White's centipawns are worth one of Michniewski's.
        let scores = [-900, 500, -900, 500, -900, 500];
        assert_eq!(feed_scaled(&rules(), (2.0, 1.0), &scores).1, None);
        let scores = [-1000, 500, -1000, 500];
        assert_eq!(feed_scaled(&rules(), (2.0, 1.0), &scores), (4, BLACK));
    }

    #[test]
    fn a_resignation_is_the_same_expected_score_for_everybody() {
        // 900 of Michniewski's are 1,125 where 1.25 are worth one of his, and 765 where 0.85 are.
        let mut rules = rules();
        rules.resign = resign(1, 900, true);
        let scales = (1.25, 0.85);
        assert_eq!(feed_scaled(&rules, scales, &[-1125, 765]), (2, BLACK));
        assert_eq!(feed_scaled(&rules, scales, &[-1124, 765]).1, None);
        assert_eq!(feed_scaled(&rules, scales, &[-1125, 764]).1, None);
    }

    #[test]
    fn mates_count_as_lost_and_long_games_end() {
        let rules = rules();
        let mut watcher = Adjudicator::new(&rules, ByColor::new_with(|_| 1.0));
        for ply in [1, 3] {
            let mut after = |mover, mate, ply| {
                let score = Some(GivenScore::Mate(mate));
                watcher.after_move(mover, score, ply, &Board::default())
            };
            assert_eq!(after(Color::White, -3, ply), None);
            let end = after(Color::Black, 3, ply + 1);
            assert_eq!(end, if ply == 3 { BLACK } else { None });
        }
        let busy: Vec<i32> = (0..60).map(|i| 100 * (i % 3)).collect();
        let (plies, end) = feed(&rules, &busy);
        assert_eq!(plies, 40);
        assert_eq!(end, Some((GameResult::Draw, Termination::MaxMoves)));
    }

    #[test]
    fn who_gives_no_score_agrees_to_nothing() {
        let rules = rules();
        let mut watcher = Adjudicator::new(&rules, ByColor::new_with(|_| 1.0));
        for plies in 1..=60 {
            let mover = Color::from_white(plies % 2 == 1);
            let score = Some(GivenScore::Cp(0)).filter(|_| mover.is_white());
            let end = watcher.after_move(mover, score, plies, &Board::default());
            assert!(end.is_none_or(|(_, why)| why == Termination::MaxMoves), "{end:?}");
        }
    }

    #[test]
    fn each_rule_alone() {
        let all = rules();
        let none = Adjudication::default();
        let draw = Adjudication { draw: all.draw, ..none.clone() };
        let resign = Adjudication { resign: all.resign, ..none.clone() };
        let length = Adjudication { max_moves: Some(20), ..none };
        let level = [0; 60];
        let lost: Vec<i32> = (0..60).map(|i| if i % 2 == 0 { -900 } else { 900 }).collect();
        let end = |rules, scores: &[i32]| feed(rules, scores).1.map(|end| end.1);
        assert_eq!(end(&draw, &level), Some(Termination::AdjudicatedDraw));
        assert_eq!(end(&draw, &lost), None);
        assert_eq!(end(&resign, &lost), Some(Termination::AdjudicatedWin));
        assert_eq!(end(&resign, &level), None);
        assert_eq!(end(&length, &level), Some(Termination::MaxMoves));
        assert_eq!(end(&length, &lost), Some(Termination::MaxMoves));
    }

    #[test]
    fn material_that_cannot_force_mate_is_a_draw_if_asked_for() {
        for (board, forced) in [
            ("4k3/8/8/8/8/8/8/4K3", false),
            ("4k3/8/8/8/8/8/8/4KN2", false),
            ("4k1n1/8/8/8/8/8/8/4KN2", false),
            ("4k1b1/8/8/8/8/8/8/4KN2", false),
            ("4k1b1/8/8/8/8/8/8/4KB2", false),
            ("4k3/8/8/8/8/8/8/4KNN1", false),
            ("4k3/8/8/8/8/8/8/4KBN1", true),
            ("4k3/8/8/8/8/8/8/4KBB1", true),
            ("4k1n1/8/8/8/8/8/8/4KNN1", true),
            ("4k3/8/8/8/8/8/4P3/4K3", true),
            ("4kr2/8/8/8/8/8/8/4K3", true),
            ("4kq2/8/8/8/8/8/8/4K3", true),
        ] {
            let board = Board::from_ascii_board_fen(board.as_bytes()).unwrap();
            assert_eq!(can_force_mate(&board), forced, "{board:?}");
            for asked in [false, true] {
                let rules =
                    Adjudication { insufficient_material: asked, ..Adjudication::default() };
                let mut watcher = Adjudicator::new(&rules, ByColor::new_with(|_| 1.0));
                let score = Some(GivenScore::Cp(50));
                let end = watcher.after_move(Color::White, score, 100, &board);
                let draw = Some((GameResult::Draw, Termination::AdjudicatedMaterial));
                assert_eq!(end, draw.filter(|_| asked && !forced));
            }
        }
    }

    #[test]
    fn without_rules_nothing_is_adjudicated() {
        let none = Adjudication::default();
        assert_eq!(feed(&none, &[0; 500]).1, None);
    }
}
