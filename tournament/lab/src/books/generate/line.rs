//! One line, drawn move by move.

use engine_core::game::Game;
use match_stats::random::{below, uniform};
use openings::Opening;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use shakmaty::{ByColor, Chess, Color, File, Move, Position, Role, Square, attacks};

use super::super::error::GenerateError;
use super::Recipe;
use super::searches::Purpose;
use players::player::Choice;

/// An odd constant that scatters the numbers of openings over all seeds (the golden ratio, as in
/// Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators").
const SCATTER: u64 = 0x9e37_79b9_7f4a_7c15;

/// The first half-moves, of which there are few and all lines have one: they are searched as deeply as
/// the ends of lines. A shallow search forgets the king's pawn.
const BEGINNING: u64 = 4;

/// First moves by how often games of masters begin with them, in percent of lines; a search's scores tell little there.
const FIRST_MOVES: [(Square, Square, f64); 4] = [
    (Square::E2, Square::E4, 45.0),
    (Square::D2, Square::D4, 35.0),
    (Square::G1, Square::F3, 10.0),
    (Square::C2, Square::C4, 10.0),
];

/// Who finds what there is in a position.
pub(super) type Find<'f> = dyn FnMut(&Chess, Purpose) -> Result<Vec<Choice>, GenerateError> + 'f;

/// A line that is being drawn.
pub(super) struct Draw<'r> {
    recipe: &'r Recipe,
    random: Pcg64Mcg,
    plies: u64,
    has_castled: ByColor<bool>,
}

impl<'r> Draw<'r> {
    /// The line of an opening's number and attempt. Each has random numbers of its own, so that the
    /// order of the work does not matter; the length belongs to the number alone, so that lengths
    /// which seldom end level are not drawn less often.
    pub(super) fn new(recipe: &'r Recipe, number: usize, attempt: u64) -> Draw<'r> {
        let own = recipe.seed ^ (number as u64 + 1).wrapping_mul(SCATTER);
        let (least, most) = (*recipe.plies.start(), *recipe.plies.end());
        let lengths = u64::from(most.saturating_sub(least)) + 1;
        let drawn = below(&mut Pcg64Mcg::seed_from_u64(own), lengths);
        let own = own.rotate_left(32) ^ (attempt + 1).wrapping_mul(SCATTER);
        Draw {
            recipe,
            random: Pcg64Mcg::seed_from_u64(own),
            plies: u64::from(least) + drawn,
            has_castled: ByColor::default(),
        }
    }

    /// Draws it; `None` if it ends too early, or in a position that is not level.
    pub(super) fn line(&mut self, find: &mut Find<'_>) -> Result<Option<Game>, GenerateError> {
        let mut game = Game::default();
        let mut last = 0;
        for ply in 0..self.plies {
            if game.legal_moves().is_empty() {
                return Ok(None);
            }
            if ply == 0 {
                let first = self.first(game.position());
                game.play(first);
                continue;
            }
            let purpose = if ply < BEGINNING {
                Purpose::Begin
            } else {
                Purpose::Propose
            };
            let choices = find(game.position(), purpose)?;
            let Some(choice) = self.choose(game.position(), &choices) else {
                return Ok(None);
            };
            if choice.mv.is_castle() {
                self.has_castled[game.position().turn()] = true;
            }
            game.play(choice.mv);
            last = choice.score;
        }
        // What was proposed is judged already, if less deeply: who is far off is not asked about.
        if last.abs() > self.recipe.balance + self.recipe.margin || is_over(&game) {
            return Ok(None);
        }
        let judged = find(game.position(), Purpose::Judge)?;
        let is_level = |choice: &Choice| choice.score.abs() <= self.recipe.balance;
        Ok(judged.first().is_some_and(is_level).then_some(game))
    }

    /// A first move, as often as it is played.
    fn first(&mut self, start: &Chess) -> Move {
        let weights = FIRST_MOVES.map(|(.., weight)| weight);
        let (from, to, _) = FIRST_MOVES[self.drawn(&weights)];
        let legal = start.legal_moves();
        let is_it = |mv: &&Move| mv.from() == Some(from) && mv.to() == to;
        *legal
            .iter()
            .find(is_it)
            .expect("lines begin where chess does")
    }

    /// A place among weights, as often as its weight says.
    fn drawn(&mut self, weights: &[f64]) -> usize {
        let mut left = weights.iter().sum::<f64>() * uniform(&mut self.random);
        let drawn = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        // Rounding may leave a little after the last one.
        drawn.unwrap_or(weights.len() - 1)
    }

    /// A move that is little worse than the best, leaves both sides a way to castle and is no idle move of a rook's pawn.
    fn choose(&mut self, position: &Chess, choices: &[Choice]) -> Option<Choice> {
        let best = choices.iter().map(|choice| choice.score).max()?;
        let is_allowed = |choice: &&Choice| {
            best - choice.score <= self.recipe.margin
                && self.may_castle(position, choice.mv)
                && (choice.score == best || !is_idle(position, choice.mv))
        };
        let allowed: Vec<&Choice> = choices.iter().filter(is_allowed).collect();
        let weight =
            |choice: &&Choice| (-f64::from(best - choice.score) / self.recipe.temperature).exp();
        let weights: Vec<f64> = allowed.iter().map(weight).collect();
        (!allowed.is_empty()).then(|| *allowed[self.drawn(&weights)])
    }

    /// Whether each side has castled or still may, after a move.
    fn may_castle(&self, before: &Chess, mv: Move) -> bool {
        let mut after = before.clone();
        after.play_unchecked(mv);
        Color::ALL.into_iter().all(|side| {
            let castles_now = mv.is_castle() && side == before.turn();
            self.has_castled[side] || castles_now || after.castles().has_color(side)
        })
    }
}

/// Whether a move advances a rook's pawn that attacks no piece by it.
fn is_idle(before: &Chess, mv: Move) -> bool {
    let is_on_edge = matches!(mv.to().file(), File::A | File::H);
    if mv.role() != Role::Pawn || mv.is_capture() || !is_on_edge {
        return false;
    }
    let us = before.turn();
    let theirs = before.board().by_color(!us) & !before.board().pawns();
    (attacks::pawn_attacks(us, mv.to()) & theirs).is_empty()
}

/// Whether no game can be played from its end.
fn is_over(game: &Game) -> bool {
    let opening = Opening {
        start: game.start().clone(),
        moves: game.moves().to_vec(),
        ..Opening::start_position()
    };
    opening.already_over().is_some()
}

#[cfg(test)]
mod tests {
    use engine_core::game::position_from_fen;

    use super::super::Search;
    use super::*;

    fn recipe(temperature: f64) -> Recipe {
        Recipe {
            count: 1,
            plies: 2..=4,
            seed: 1,
            margin: 50,
            temperature,
            balance: 40,
            search: Search {
                nodes: 1,
                moves: 5,
                judge_nodes: 1,
            },
        }
    }

    fn choice(position: &Chess, uci: &str, score: i32) -> Choice {
        let uci: shakmaty::uci::UciMove = uci.parse().unwrap();
        Choice {
            mv: uci.to_move(position).unwrap(),
            score,
            expected: None,
        }
    }

    #[test]
    fn moves_are_drawn_as_often_as_their_loss_allows() {
        let start = Chess::default();
        let choices = [("e2e4", 30), ("d2d4", 10), ("g2g3", -20), ("f2f3", -21)]
            .map(|(uci, score)| choice(&start, uci, score));
        let recipe = recipe(20.0);
        let mut draw = Draw::new(&recipe, 0, 0);
        const TIMES: usize = 20_000;
        let mut drawn = [0.0; 4];
        for _ in 0..TIMES {
            let chosen = draw.choose(&start, &choices).unwrap();
            drawn[choices.iter().position(|c| *c == chosen).unwrap()] += 1.0 / TIMES as f64;
        }
        // 1, 1/e and e^-2.5, as shares of their sum.
        for (share, expected) in drawn.iter().zip([0.6897, 0.2537, 0.0566, 0.0]) {
            assert!((share - expected).abs() < 0.012, "{drawn:?}");
        }
        assert_eq!(drawn[3], 0.0, "beyond the margin");
    }

    #[test]
    fn lines_begin_as_often_with_a_move_as_masters_do() {
        const TIMES: usize = 20_000;
        let recipe = recipe(20.0);
        let mut draw = Draw::new(&recipe, 0, 0);
        let mut king_pawns = 0;
        for _ in 0..TIMES {
            king_pawns += usize::from(draw.first(&Chess::default()).to() == Square::E4);
        }
        let share = king_pawns as f64 / TIMES as f64;
        assert!((share - 0.45).abs() < 0.015, "{share}");
    }

    #[test]
    fn a_rook_pawn_moves_for_a_reason_only() {
        let recipe = recipe(20.0);
        let spanish = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
        let idle = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        for (fen, uci, other, allowed) in [
            (spanish, "a7a6", "g8f6", true),
            (spanish, "h7h6", "g8f6", false),
            (idle, "a2a3", "g1f3", false),
        ] {
            let position = position_from_fen(fen).unwrap();
            let choices = [choice(&position, uci, 0), choice(&position, other, 1)];
            let mut draw = Draw::new(&recipe, 0, 0);
            let found = (0..200).filter_map(|_| draw.choose(&position, &choices));
            let has_moved = found.filter(|chosen| chosen.mv == choices[0].mv).count() > 0;
            assert_eq!(has_moved, allowed, "{uci}");
            // Nothing is better.
            assert!(draw.choose(&position, &choices[..1]).is_some());
        }
    }

    #[test]
    fn no_side_loses_its_last_way_to_castle() {
        let recipe = recipe(20.0);
        let both = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
        let one = "r3k2r/1ppppppp/8/8/8/8/1PPPPPPP/R3K2R w Kk - 0 1";
        for (fen, uci, allowed) in [
            (both, "e1f1", false),
            (both, "e1g1", true),
            (both, "a1b1", true),
            (one, "h1g1", false),
            (one, "a1a8", true),
            // Black's last right falls with its rook.
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", "h1h8", false),
        ] {
            let position = position_from_fen(fen).unwrap();
            let choices = [choice(&position, uci, 0)];
            let mut draw = Draw::new(&recipe, 0, 0);
            let chosen = draw.choose(&position, &choices);
            assert_eq!(chosen.is_some(), allowed, "{fen} {uci}");
        }
        // Who has castled needs no right any more.
        let position = position_from_fen("r3k2r/8/8/8/8/8/8/R4RK1 w kq - 0 1").unwrap();
        let choices = [choice(&position, "g1g2", 0)];
        let mut draw = Draw::new(&recipe, 0, 0);
        assert_eq!(draw.choose(&position, &choices), None);
        draw.has_castled[Color::White] = true;
        assert!(draw.choose(&position, &choices).is_some());
    }

    #[test]
    fn a_line_that_is_not_level_is_dropped() {
        let recipe = recipe(20.0);
        for (proposed, judged, kept) in [
            (0, 40, true),
            (0, -40, true),
            (0, 41, false),
            (0, -2000, false),
            (91, 0, false),
            (90, 0, true),
        ] {
            let mut judgements = 0;
            let mut draw = Draw::new(&recipe, 3, 1);
            let line = draw.line(&mut |position, purpose| {
                let mv = position.legal_moves()[0];
                let score = match purpose {
                    Purpose::Begin | Purpose::Propose => proposed,
                    Purpose::Judge => judged,
                };
                judgements += usize::from(purpose == Purpose::Judge);
                let expected = None;
                Ok(vec![Choice {
                    mv,
                    score,
                    expected,
                }])
            });
            let line = line.unwrap();
            assert_eq!(line.is_some(), kept, "{proposed} {judged}");
            assert_eq!(judgements, usize::from(proposed <= 90));
            let length = line.map_or(2, |line| line.moves().len());
            assert!((2..=4).contains(&length));
        }
    }

    #[test]
    fn lengths_are_drawn_evenly_and_belong_to_the_number() {
        let recipe = recipe(20.0);
        let mut counts = [0; 3];
        for number in 0..3_000 {
            let plies = Draw::new(&recipe, number, 0).plies;
            assert_eq!(plies, Draw::new(&recipe, number, 7).plies);
            counts[plies as usize - 2] += 1;
        }
        assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
    }
}
