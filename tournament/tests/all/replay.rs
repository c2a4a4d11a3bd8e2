//! Games of a PGN as another reader has them.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};

/// A game of a PGN: each move in SAN, as the rules have it, and the position after it; the start without a move first.
struct Games(CastlingMode);

impl Games {
    fn place(position: &Chess, san: Option<&SanPlus>) -> Value {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        json!([san.map(ToString::to_string), fen])
    }
}

impl Visitor for Games {
    type Tags = Chess;
    type Movetext = (Chess, Vec<Value>);
    type Output = Vec<Value>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(
        &mut self,
        tags: &mut Chess,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            let fen: Fen = value.decode_utf8().unwrap().parse().unwrap();
            *tags = fen.into_position(self.0).unwrap();
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<Self::Output, Self::Movetext> {
        let places = vec![Self::place(&start, None)];
        ControlFlow::Continue((start, places))
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(
        &mut self,
        (position, places): &mut Self::Movetext,
        san: SanPlus,
    ) -> ControlFlow<Self::Output> {
        let mv = san.san.to_move(position).unwrap();
        let san = SanPlus::from_move_and_play_unchecked(position, mv);
        places.push(Self::place(position, Some(&san)));
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (_, places): Self::Movetext) -> Self::Output {
        places
    }
}

/// All games of a PGN.
pub(crate) fn games(pgn: &[u8], mode: CastlingMode) -> Vec<Value> {
    let mut pgn = Reader::new(pgn);
    let games = std::iter::from_fn(|| pgn.read_game(&mut Games(mode)).unwrap());
    games.map(Value::from).collect()
}
