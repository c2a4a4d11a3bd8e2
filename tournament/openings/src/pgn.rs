//! Openings from the main lines of PGN games.
//!
//! pgn-reader passes over whatever it does not understand, which suits a database but not a book:
//! a misspelt move would silently shorten an opening, and a blank line between moves would cut a
//! game in two. So `games` splits the file, with the line number of each game, and checks the
//! movetext for strays before pgn-reader reads it.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{Chess, Move, Position};

use super::error::Fault;
use super::games::stray;
use super::opening::Opening;
use super::positions;
use super::variant::Variant;

/// Reads a game of `variant` (`None`: of the one that it says), at most `plies` half-moves of it; it may be over
/// then.
pub(super) fn parse(
    tags: &[u8],
    movetext: &[u8],
    plies: Option<u32>,
    variant: Option<Variant>,
) -> Result<Opening, Fault> {
    let text = [tags, b"\n", movetext].concat();
    let movetext = String::from_utf8_lossy(movetext);
    if movetext.is_empty() {
        return Err(Fault::NoMovetext);
    }
    if let Some(word) = stray(&movetext) {
        return Err(Fault::NotAMove(word.to_owned()));
    }
    let mut reader = Reader::build(&text[..])
        .set_supported_tag_line_length(text.len())
        .finish();
    let mut line = MainLine {
        plies: plies.map_or(usize::MAX, |plies| plies as usize),
        variant,
    };
    reader
        .read_game(&mut line)
        .map_err(|error| Fault::Pgn(error.to_string()))?
        .unwrap_or_else(|| Err(Fault::Pgn("no game".to_owned())))
}

/// Plays the main line of a game.
struct MainLine {
    plies: usize,
    variant: Option<Variant>,
}

#[derive(Default)]
struct Tags {
    variant: Variant,
    fen: Option<String>,
    opening: Option<String>,
    variation: Option<String>,
    eco: Option<String>,
}

impl Tags {
    /// The name of the opening, if the tags tell it.
    fn name(&self) -> String {
        match (known(&self.opening), known(&self.variation)) {
            (Some(opening), Some(variation)) => format!("{opening}, {variation}"),
            (Some(opening), None) => opening.to_owned(),
            (None, _) => String::new(),
        }
    }
}

/// A tag that says something.
fn known(tag: &Option<String>) -> Option<&str> {
    tag.as_deref()
        .filter(|text| !text.is_empty() && *text != "?")
}

struct Movetext {
    opening: Opening,
    position: Chess,
}

impl Movetext {
    fn play(&mut self, mv: Move) {
        self.opening.moves.push(mv);
        self.position.play_unchecked(mv);
    }
}

impl Visitor for MainLine {
    type Tags = Tags;
    type Movetext = Movetext;
    type Output = Result<Opening, Fault>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(
        &mut self,
        tags: &mut Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let tag = match name {
            b"FEN" => &mut tags.fen,
            b"Opening" => &mut tags.opening,
            b"Variation" => &mut tags.variation,
            b"ECO" => &mut tags.eco,
            b"Variant" => {
                let name = value.decode_utf8_lossy().into_owned();
                return match Variant::of_tag(&name) {
                    // A position of chess is one of Chess960, and not the other way round.
                    Some(Variant::Chess960) if self.variant == Some(Variant::Standard) => {
                        ControlFlow::Break(Err(Fault::Variant(name)))
                    }
                    Some(variant) => {
                        tags.variant = variant;
                        ControlFlow::Continue(())
                    }
                    None => ControlFlow::Break(Err(Fault::Variant(name))),
                };
            }
            _ => return ControlFlow::Continue(()),
        };
        *tag = Some(value.decode_utf8_lossy().into_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Movetext> {
        let variant = self.variant.unwrap_or(tags.variant);
        let fen = tags.fen.as_deref();
        let start = match fen.map(|fen| positions::position(fen, variant)) {
            None => Chess::default(),
            Some(Ok(start)) => start,
            Some(Err(fault)) => return ControlFlow::Break(Err(fault)),
        };
        ControlFlow::Continue(Movetext {
            position: start.clone(),
            opening: Opening {
                name: tags.name(),
                eco: known(&tags.eco).unwrap_or_default().to_owned(),
                start,
                moves: Vec::new(),
                variant,
            },
        })
    }

    fn san(&mut self, line: &mut Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let plies = line.opening.moves.len();
        if plies >= self.plies {
            return ControlFlow::Continue(());
        }
        match san.san.to_move(&line.position) {
            Ok(mv) => {
                line.play(mv);
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Err(Fault::Move {
                plies,
                san: san.san.to_string(),
                reason: error.to_string(),
            })),
        }
    }

    fn end_game(&mut self, line: Movetext) -> Self::Output {
        Ok(line.opening)
    }
}

#[cfg(test)]
mod tests {
    use super::super::book::Book;
    use super::super::error::OpeningError;
    use super::super::records::Format;
    use super::super::text::Text;
    use super::*;

    fn parse(text: &str, plies: Option<u32>) -> Result<Vec<Opening>, OpeningError> {
        let text = Text::unpacked(text.as_bytes()).unwrap();
        let book = Book::new("x.pgn", text, Format::Pgn, plies, Variant::Standard)?;
        book.openings().collect()
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
        let names: Vec<_> = openings
            .iter()
            .map(|o| (o.name.as_str(), o.eco.as_str()))
            .collect();
        assert_eq!(
            names,
            [("Ruy Lopez, Berlin", ""), ("", "C20"), ("", ""), ("", "")]
        );
        assert_eq!(openings[3].uci_moves(), ["c2c4"]);
    }

    #[test]
    fn the_fen_tag_is_the_start() {
        let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 3 9\"]\n[SetUp \"1\"]\n\n9. e4 Kd7 *\n";
        let openings = parse(text, None).unwrap();
        assert_eq!(openings[0].uci_moves(), ["e2e4", "e8d7"]);
        let fen = openings[0].start_fen().unwrap();
        assert_eq!(fen, "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9");
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
            ("1. e4 e5 2. -- *", "after 2 half-moves"),
            ("1. e4 e5 oops *", "\"oops\" is not a move"),
            ("1. f3 e5 2. g4 Qh4# 0-1", "checkmate"),
            ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", "threefold"),
            (
                "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*",
                "the board is empty",
            ),
            (
                "[FEN \"4k3/8/8/8/8/8/4P3/4K3\"]\n\n*",
                "1 of the four fields",
            ),
            ("1. e4 {open", "unterminated comment"),
            ("[Event \"x\"]\n\n[Event \"y\"]\n\n1. d4 *", "no moves"),
        ] {
            let text = format!("[Event \"good\"]\n\n1. e4 *\n\n{game}\n");
            let error = parse(&text, None).unwrap_err().to_string();
            assert!(error.starts_with("x.pgn:5: game 2: "), "{error}");
            assert!(error.contains(reason), "{game}: {error}");
        }
    }
}
