//! The main line of a game, played, and the scores in its comments.

use shakmaty::{Chess, Color, Position};

use super::words::{Word, Words};
use super::{RawGame, Tags, UnusableGame};
use crate::moves::{self, MoveFault};
use crate::opening::{Opening, Variant};
use crate::{Fault, epd};

/// The moves of a game and what stands beside them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MainLine {
    pub(crate) opening: Opening,
    /// The result with which the moves end, as the standard writes it.
    pub(crate) ending: Option<&'static str>,
    /// The scores in comments, from the position before the first move to the one after the last.
    pub(crate) scores: Vec<Option<GivenScore>>,
}

/// An error in a game, with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GameFault {
    pub(crate) line: usize,
    pub(crate) fault: Fault,
}

impl From<GameFault> for UnusableGame {
    fn from(GameFault { line, fault }: GameFault) -> Self {
        Self { line, reason: fault.to_string() }
    }
}

/// Reads a game of `variant` (`None`: of the one in its tags), at most `plies` half-moves of it; it may be over
/// then. The rest is not checked.
pub(crate) fn main_line(
    game: &RawGame,
    plies: Option<u32>,
    variant: Option<Variant>,
) -> Result<MainLine, GameFault> {
    let at_game = |fault| GameFault { line: game.line(), fault };
    let opening = beginning(&game.tags, variant).map_err(at_game)?;
    if game.movetext.is_empty() {
        return Err(at_game(Fault::NoMovetext));
    }
    let mut builder = LineBuilder {
        position: opening.start.clone(),
        line: MainLine { opening, ending: None, scores: vec![None] },
    };
    let most = plies.map_or(usize::MAX, |plies| plies as usize);
    for (at, word) in Words::new(&game.movetext) {
        if builder.line.opening.moves.len() >= most {
            break;
        }
        builder.take(word).map_err(|fault| GameFault {
            line: game.movetext_line + game.movetext[..at].matches('\n').count(),
            fault,
        })?;
    }
    Ok(builder.line)
}

/// The start position of a game, and its name for the opening.
fn beginning(tags: &Tags, variant: Option<Variant>) -> Result<Opening, Fault> {
    if let Some(broken) = tags.broken() {
        return Err(Fault::Tag(broken.to_owned()));
    }
    let own = match tags.get("Variant") {
        None => Variant::Standard,
        Some(name) => match Variant::of_tag(name) {
            // A position of chess is one of Chess960, and not the other way round.
            Some(Variant::Chess960) if variant == Some(Variant::Standard) => {
                return Err(Fault::Variant(name.to_owned()));
            }
            Some(own) => own,
            None => return Err(Fault::Variant(name.to_owned())),
        },
    };
    let variant = variant.unwrap_or(own);
    let start = match tags.known("FEN") {
        None => Chess::default(),
        Some(fen) => epd::position(fen, variant)?,
    };
    Ok(Opening {
        name: match (tags.known("Opening"), tags.known("Variation")) {
            (Some(opening), Some(variation)) => format!("{opening}, {variation}"),
            (Some(opening), None) => opening.to_owned(),
            (None, _) => String::new(),
        },
        eco: tags.known("ECO").unwrap_or_default().to_owned(),
        start,
        moves: Vec::new(),
        variant,
    })
}

struct LineBuilder {
    position: Chess,
    line: MainLine,
}

impl LineBuilder {
    fn take(&mut self, word: Word<'_>) -> Result<(), Fault> {
        match word {
            Word::Move(_) | Word::NullMove(_) if self.line.ending.is_some() => {
                Err(Fault::AfterResult)
            }
            Word::Move(text) => self.play(text),
            Word::NullMove(text) => {
                Err(Fault::NullMove { plies: self.line.opening.moves.len(), text: text.to_owned() })
            }
            Word::Result(standard) => {
                self.line.ending = Some(standard);
                Ok(())
            }
            Word::Comment(text) => {
                self.note(text);
                Ok(())
            }
            Word::OpenVariation => Err(Fault::OpenVariation),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), Fault> {
        let plies = self.line.opening.moves.len();
        let mv = moves::read(text, &self.position).map_err(|fault| match fault {
            MoveFault::Unreadable(text) => Fault::NotAMove(text),
            MoveFault::Illegal { text, .. } => {
                Fault::Move { plies, san: text, reason: "not legal".to_owned() }
            }
            MoveFault::Ambiguous { text, could_be } => Fault::Move {
                plies,
                san: text,
                reason: format!("ambiguous: {}", could_be.join(" or ")),
            },
        })?;
        self.line.opening.moves.push(mv);
        self.line.scores.push(None);
        self.position.play_unchecked(mv);
        Ok(())
    }

    fn note(&mut self, comment: &str) {
        let plies = self.line.opening.moves.len();
        let mover = !self.position.turn();
        let Some((about, score)) = score_in(comment, mover).filter(|_| plies > 0) else {
            return;
        };
        let place = match about {
            About::Before => plies - 1,
            About::After => plies,
        };
        self.line.scores[place].get_or_insert(score);
    }
}

/// A score in a comment, from the side to move of its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivenScore {
    /// The score.
    pub value: GivenValue,
    /// The depth of the search in plies, if the comment has it.
    pub depth: Option<u32>,
    /// The nodes of the search, if the comment has them.
    pub nodes: Option<u64>,
    /// True if the comment does not state its point of view and the mover's was assumed.
    pub side_supposed: bool,
}

/// The score of a position in a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenValue {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves, negative if the side to move is mated.
    Mate(i32),
}

impl GivenValue {
    /// The same from the other side.
    pub fn negated(self) -> Self {
        match self {
            Self::Centipawns(cp) => Self::Centipawns(-cp),
            Self::Mate(moves) => Self::Mate(-moves),
        }
    }
}

/// The position that a comment after a move is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// The one before the move: the result of the mover's search.
    Before,
    /// The one after it.
    After,
}

/// The score in a comment after a move of `mover`: `[%eval 0.35]` and `[%eval #-3,20]` are lichess's, White's view of
/// the position after the move; `+0.35/12 0.1s` and `-M5/20` are match tools', supposed to be the mover's
/// view before it, as is `+0.35/12 0.1s 5000` with the nodes; `wv=0.35` is TCEC's, White's view before it.
pub(super) fn score_in(comment: &str, mover: Color) -> Option<(About, GivenScore)> {
    if let Some((_, after)) = comment.split_once("[%eval") {
        let (text, _) = after.split_once(']')?;
        let (value, depth) = match text.split_once(',') {
            Some((value, depth)) => (value, depth.trim().parse().ok()),
            None => (text, None),
        };
        let white = self::value(value.trim())?;
        // The other side is to move.
        let value = mover.fold_wb(white.negated(), white);
        return Some((
            About::After,
            GivenScore { value, depth, nodes: None, side_supposed: false },
        ));
    }
    let parts = || comment.split(',').map(str::trim);
    if let Some(white) = parts().find_map(|part| part.strip_prefix("wv=")) {
        let white = value(white.trim())?;
        let depth = parts().find_map(|part| part.strip_prefix("d=")?.trim().parse().ok());
        let value = mover.fold_wb(white, white.negated());
        return Some((
            About::Before,
            GivenScore { value, depth, nodes: None, side_supposed: false },
        ));
    }
    let mut words = comment.split_whitespace();
    let (value, depth) = words.find_map(|word| {
        let (score, depth) = word.split_once('/')?;
        let depth = depth.split('/').next()?.trim_end_matches(',').parse().ok()?;
        Some((value(score)?, Some(depth)))
    })?;
    let is_time = words.next().is_some_and(|word| word.ends_with('s'));
    let nodes = words.next().filter(|_| is_time);
    let nodes = nodes.and_then(|word| word.parse().ok());
    let score = GivenScore { value, depth, nodes, side_supposed: true };
    Some((About::Before, score))
}

/// `+0.35`, `#-3` or `-M5`.
fn value(text: &str) -> Option<GivenValue> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(moves) = rest.strip_prefix(['#', 'M']) {
        let moves: i32 = moves.parse().ok().filter(|moves: &i32| moves.abs() < 10_000)?;
        return Some(GivenValue::Mate(sign * moves));
    }
    // Pawns have a point: 1/2 is no score.
    let is_pawns = rest.contains('.') && rest.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let pawns: f64 = rest.parse().ok().filter(|pawns: &f64| is_pawns && *pawns < 1_000.0)?;
    Some(GivenValue::Centipawns(sign * (100.0 * pawns).round() as i32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OpeningError;
    use crate::book::{Book, Format};
    use crate::pgn::Games;

    fn parse(text: &str, plies: Option<u32>) -> Result<Vec<Opening>, OpeningError> {
        let text = text.as_bytes();
        Book::unpacked("x.pgn", text, Format::Pgn, plies, Variant::Standard)?.openings().collect()
    }

    fn one(text: &str) -> Vec<String> {
        let openings = parse(text, None).unwrap();
        assert_eq!(openings.len(), 1, "{text}");
        openings[0].uci_moves()
    }

    #[test]
    fn main_lines_with_all_that_may_be_in_them() {
        let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6", "e1g1"];
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *",
            "1.e4 e5 2.Nf3 Nc6 3.Bb5 Nf6 4.0-0 1/2-1/2\n",
            "1. e4! $1 e5?! (1... c5 2. Zz9 (2. c3)) 2. Nf3 {a [b] (c}\nNc6 ; rest\n3. Bb5 Nf6\n4. O-O",
            "\u{feff}% escape\n[Event \"x\"]\n\n1. e4 e5\n\n2. Nf3 Nc6\n\n3. Bb5 {\n[%clk 1]\n} Nf6 4. O-O 1-0\n\n",
            "[Event \"x\"]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O\n*",
        ] {
            assert_eq!(one(text), moves, "{text}");
        }
        let openings = parse("1. e4 e5 2. Nf3 Qh4??", Some(3)).unwrap();
        assert_eq!(openings[0].uci_moves(), moves[..3]);
    }

    #[test]
    fn several_games_and_their_names() {
        let text = "[Opening \"Ruy Lopez\"]\n[Variation \"Berlin\"]\n\n1. e4 e5 *\n\n\
                    [ECO \"C20\"]\n\n1. e4 e5 *\n[Opening \"?\"]\n1. d4 *\n\n1. c4 *\n";
        let openings = parse(text, None).unwrap();
        let names: Vec<_> = openings.iter().map(|o| (o.name.as_str(), o.eco.as_str())).collect();
        assert_eq!(names, [("Ruy Lopez, Berlin", ""), ("", "C20"), ("", ""), ("", "")]);
        assert_eq!(openings[3].uci_moves(), ["c2c4"]);
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9";
        let openings = parse(&format!("[FEN \"{fen}\"]\n\n9. e4 Kd7 *\n"), None).unwrap();
        assert_eq!(openings[0].uci_moves(), ["e2e4", "e8d7"]);
        assert_eq!(openings[0].start_fen().as_deref(), Some(fen));
    }

    #[test]
    fn games_of_other_rules_are_refused() {
        let game = |variant: &str| format!("[Variant \"{variant}\"]\n\n1. e4 e5 *\n");
        for chess in ["Standard", "From Position", "normal", "?"] {
            assert_eq!(parse(&game(chess), None).unwrap().len(), 1, "{chess}");
        }
        for other in ["Atomic", "Chess960", "Crazyhouse"] {
            let error = parse(&game(other), None).unwrap_err().to_string();
            let expected = format!("a game of {other:?}");
            assert!(error.contains(&expected), "{error}");
        }
    }

    #[test]
    fn bad_games_have_a_number_a_line_and_a_reason() {
        for (game, reason) in [
            ("1. e4 e5 2. Nf9 Nc6 *", "\"Nf9\" is not a move"),
            ("1. e4 e5 2. Nf6 *", "after 2 half-moves Nf6 is "),
            ("1. f3 e5 2. g4 Qh4# 0-1", "checkmate"),
            ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", "threefold"),
            ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*", "the board is empty"),
            ("1. e4 (1. d4 d5 2. c4 1-0", "a variation that begins here"),
            ("1. e4 e5 1-0 2. d4", "moves follow after its result"),
            ("[FEN \"8/8/8/8]\n\n1. e4 *", "[FEN \"8/8/8/8] is not a tag"),
            ("[White \"a\"]\n\n1. e4 Z0 *", "a null move, Z0"),
            ("1. e4 e5 2. Nc3 Nf6 3. Ne2 *", "Ne2 is ambiguous: Nge2 or Nce2"),
            ("1. e4 {a} b} e5 *", "\"b\" is not a move"),
            ("[Event \"x\"]\n\n[Event \"y\"]\n\n1. d4 *", "no moves"),
        ] {
            let text = format!("[Event \"good\"]\n\n1. e4 *\n\n{game}\n");
            let error = parse(&text, None).unwrap_err().to_string();
            assert!(error.contains(": game 2: ") && error.starts_with("x.pgn:"), "{error}");
            assert!(error.contains(reason), "{game}: {error}");
        }
    }

    #[test]
    fn a_fault_is_in_the_line_of_its_move() {
        let text =
            "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4\n\n% x\ne5 {a\nb} 2. Nf3\nNc9 *\n";
        let error = parse(text, None).unwrap_err().to_string();
        assert!(error.starts_with("x.pgn:12: game 2: \"Nc9\" is not a move"), "{error}");
    }

    #[test]
    fn scores_belong_to_the_positions_that_they_are_about() {
        let scores = |moves: &str| {
            let mut games = Games::new(moves.as_bytes());
            let line = main_line(&games.next_game().unwrap().unwrap(), None, None).unwrap();
            let cp = |score: Option<GivenScore>| score.map(|score| score.value);
            line.scores.into_iter().map(cp).collect::<Vec<_>>()
        };
        let cp = |cp| Some(GivenValue::Centipawns(cp));
        assert_eq!(
            scores("1. e4 {+0.30/10 1s} e5 {-0.20/11 1s} 2. Nf3 {book} Nc6 *"),
            [cp(30), cp(-20), None, None, None]
        );
        assert_eq!(
            scores("1. e4 {[%eval 0.3]} (1. d4 {[%eval 9.0]}) e5 {[%eval -0.2]} 2. Nf3 *"),
            [None, cp(-30), cp(-20), None]
        );
    }

    #[test]
    fn scores_of_lichess_match_tools_and_tcec() {
        use About::{After, Before};
        use Color::{Black, White};
        use GivenValue::{Centipawns, Mate};
        for (comment, mover, expected) in [
            (" [%eval 0.35] [%clk 0:01:00] ", White, Some((After, Centipawns(-35), None))),
            ("[%eval -1.2,18]", Black, Some((After, Centipawns(-120), Some(18)))),
            ("[%eval #-3]", White, Some((After, Mate(3), None))),
            ("[%eval #2]", Black, Some((After, Mate(2), None))),
            ("+0.35/12 0.1s", White, Some((Before, Centipawns(35), Some(12)))),
            ("-0.35/12 0.1s", Black, Some((Before, Centipawns(-35), Some(12)))),
            ("+M5/20 1s", Black, Some((Before, Mate(5), Some(20)))),
            ("-M4/20 1s", White, Some((Before, Mate(-4), Some(20)))),
            ("(Nf3 d5) 0.12/10 5", White, Some((Before, Centipawns(12), Some(10)))),
            ("d=24, sd=40, wv=-0.50, R50=50", Black, Some((Before, Centipawns(50), Some(24)))),
            ("book", White, None),
            ("0 draws, 1/2 of the games", White, None),
            ("[%eval nan]", White, None),
            ("12.5/x", White, None),
        ] {
            let score = score_in(comment, mover).map(|(at, score)| (at, score.value, score.depth));
            assert_eq!(score, expected, "{comment}");
        }
    }
}
