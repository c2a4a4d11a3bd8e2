//! Distance to mate with bishop and knight, by the squares of the kings.

use shakmaty::Square;

/// White moves until mate with the bishop on dark squares, by the square of the bare king (the twenty to which
/// reflections in the long diagonals bring all) and the square of the other king, from a1, b1 to h8, each a character:
/// '0' and up, 'N' for 30. A tenth of all places of bishop and knight is as good or better, by retrograde analysis, which
/// the test below does again; '0' where no game can be.
#[rustfmt::skip]
const MOVES: [&[u8; 64]; 20] = [
    b"00557;<>00357;<=53457;<>55568;<=7778:<=>;;;;<=>><<<<=>??>=>=>>?@", // a1
    b"00058;=@00058;=@64568;=@5556:<=@889:<==@;;;<=>?@====>?@A?????@AA", // b1
    b"B000;<>D>0009;>D=:78:<>D>;99:<>D><<<<>CD>????BEFAAAAAEFGEEEEEFGI", // c1
    b"JH000=?DH@000<?DC>;9;=?D@>;;;=BDA????CEFBAABBEFGDDDDEFGIEEEEFGHK", // d1
    b"KJG000DDKIF000ADKGE==?ADKGFAAAAEKGGCCDEFKIFFFGHHKGGGGGHIKJJJJJJK", // e1
    b"KJHG000EKJHG000EKJHGC@BEKJHGBBBFKJIGGGGGKJIHHHHHLJJIIIIJLKKKKKKK", // f1
    b"KJIGG000KJHGE000KJHGEDEFKJHGEEEGKJHHGGGGKJIHHHHIKKJJJJJJLLKKKKKK", // g1
    b"KJHGFD00KJHGFF00KJHGFDFDKJHGFFFFKJHGGGGGKJIHHHHHKJJJJJJJLKKKKKKK", // h1
    b"000;<=@D0007;=@D0009;=@D;79;;=@D<;;;=>AE====>DEF@@@@AEFGDDDDEFGI", // b2
    b"N000=>DEI000;>CEC000<>DEA=:;=>DEA===>CEFAAAADFFHHDDEEFGKGGGGGHKL", // c2
    b"ML000CEFLK000>CEKG000BDEKG@>BCDEKGECDDEFKIEEEFGIKGGGGGIJKJJJJJKL", // d2
    b"MKJ000GGLJI000CGLJH000CGLJIDADEGLJIDDDGHLKJIHHIJLKJJJJJKLLLLLLLL", // e2
    b"LKJI000ILJIH000GLJIH000GLJIHGFGILJIHGGGILKJIIIIJLKKJJJJKMLLLLLLL", // f2
    b"LJJGG000LJIGF000LJIGF000LJIGFFFGLJIHGGGGLJJIIIIJLKJJJJJJLLLLLLLL", // g2
    b"NMLHGHIJM000@CEIL000>CEIH000CDEHG@>CDEFIHCCDEFGJIEEEFGJKJIIHIJKL", // c3
    b"NNLJIIIJML000EFILK000CFILJ000EFILJECEFGJLJEFFGJKLKJJJJKLLLKKKKLM", // d3
    b"MMLKIIIIMKK000GILKI000FHLKI000HILKIHHHJJLKJIIIJLLKKKKKLLMLLLLLLM", // e3
    b"MLKJIHHILKII000HLKIG000HLKIH000ILKIIHGIJLKJIIIIKMLKKKKKLMMLLLLLM", // f3
    b"NMLLLKLLMMLJJJKLLL000IILLJ000FILLJ000IJLKJIFIKKLLKIIJKLMLLLLLLMN", // d4
    b"NMLLKKKLMLKJIIJKMKJ000IKLKI000IKLKI000JLLKJIIJKLMLKKKKLMMMLLLMMN", // e4
];

/// The moves until mate that a good place of bishop and knight needs, 0 to 30, with the kings on `king` and `lone`, the
/// bare one, and the bishop on squares of a1's colour or the others.
pub(super) fn moves(king: Square, lone: Square, bishop_is_dark: bool) -> i32 {
    let [mut king, mut lone] =
        [king, lone].map(|square| if bishop_is_dark { square } else { square.flip_horizontal() });
    if lone.rank() as u32 > lone.file() as u32 {
        [king, lone] = [king, lone].map(Square::flip_diagonal);
    }
    if lone.file() as u32 + lone.rank() as u32 > 7 {
        [king, lone] = [king, lone].map(Square::flip_anti_diagonal);
    }
    let (file, rank) = (lone.file() as usize, lone.rank() as usize);
    // The rows below have 8, 6, 4 squares.
    let row = rank * (9 - rank) + file - rank;
    i32::from(MOVES[row][king as usize] - b'0')
}

#[cfg(test)]
mod tests {
    use shakmaty::Bitboard;
    use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks};

    use super::*;

    /// White's king, bishop and knight, and the bare king.
    #[derive(Clone, Copy, PartialEq)]
    struct Place {
        king: Square,
        bishop: Square,
        knight: Square,
        lone: Square,
    }

    impl Place {
        fn index(self) -> usize {
            let Place { king, bishop, knight, lone } = self;
            [king, bishop, knight, lone]
                .map(|square| square as usize)
                .into_iter()
                .fold(0, |index, square| index << 6 | square)
        }

        fn pieces(self) -> Bitboard {
            Bitboard::from(self.king) | self.bishop | self.knight
        }

        fn is_possible(self) -> bool {
            (self.pieces() | self.lone).count() == 4 && !king_attacks(self.king).contains(self.lone)
        }

        /// The squares that White attacks, through the bare king.
        fn attacked(self) -> Bitboard {
            king_attacks(self.king) | knight_attacks(self.knight) | bishop_attacks(self.bishop, self.pieces())
        }

        /// The squares that White can come from or go to, with the bare king where it is.
        fn by_white(self) -> impl Iterator<Item = Place> {
            let occupied = self.pieces() | self.lone;
            let free = |to: Bitboard| (to & !occupied).into_iter();
            let by_king = free(king_attacks(self.king)).map(move |king| Place { king, ..self });
            let by_bishop = free(bishop_attacks(self.bishop, occupied));
            let by_knight = free(knight_attacks(self.knight));
            by_king
                .chain(by_bishop.map(move |bishop| Place { bishop, ..self }))
                .chain(by_knight.map(move |knight| Place { knight, ..self }))
                .filter(|place| place.is_possible())
        }

        /// The squares that the bare king can go to; `None` if it can capture a piece.
        fn escapes(self) -> Option<Bitboard> {
            let to = king_attacks(self.lone) & !self.attacked();
            to.is_disjoint(self.pieces()).then_some(to)
        }

        fn is_mate(self) -> bool {
            self.attacked().contains(self.lone) && self.escapes() == Some(Bitboard::EMPTY)
        }
    }

    fn places() -> impl Iterator<Item = Place> {
        let squares = || Square::ALL.into_iter();
        let bishops = move || squares().filter(|square| square.is_dark());
        let all = squares().flat_map(move |king| {
            bishops().flat_map(move |bishop| {
                squares().flat_map(move |knight| squares().map(move |lone| Place { king, bishop, knight, lone }))
            })
        });
        all.filter(|place| place.is_possible())
    }

    /// White's moves until mate of all places with White to move, by their index; 0 of those that are not won.
    fn distances() -> Vec<u8> {
        let mut to_move = vec![0; 1 << 24];
        let mut lost = vec![false; 1 << 24];
        let mut frontier: Vec<Place> = places().filter(|place| place.is_mate()).collect();
        for moves in 1.. {
            if frontier.is_empty() {
                break;
            }
            let mut won = Vec::new();
            for place in frontier.drain(..).flat_map(Place::by_white) {
                let is_legal = !place.attacked().contains(place.lone);
                if is_legal && to_move[place.index()] == 0 {
                    to_move[place.index()] = moves;
                    won.push(place);
                }
            }
            for after in won {
                let from = king_attacks(after.lone) & !after.pieces();
                let before = from.into_iter().map(|lone| Place { lone, ..after });
                for place in before.filter(|place| place.is_possible()) {
                    if lost[place.index()] {
                        continue;
                    }
                    let is_won = |lone| to_move[Place { lone, ..place }.index()] > 0;
                    if place.escapes().is_some_and(|to| to.into_iter().all(is_won)) {
                        lost[place.index()] = true;
                        frontier.push(place);
                    }
                }
            }
        }
        to_move
    }

    #[test]
    fn the_table_is_that_of_a_retrograde_analysis() {
        let distances = distances();
        assert_eq!(distances.iter().max(), Some(&33), "the longest mate is known");
        let mut found = vec![Vec::new(); 64 * 64];
        for place in places() {
            let distance = distances[place.index()];
            if distance > 0 {
                found[place.lone as usize * 64 + place.king as usize].push(distance);
            }
        }
        for lone in Square::ALL {
            for king in Square::ALL {
                let found = &mut found[lone as usize * 64 + king as usize];
                found.sort_unstable();
                let tenth = found.len().saturating_sub(1) / 10;
                let expected = found.get(tenth).copied().unwrap_or(0);
                assert_eq!(moves(king, lone, true), i32::from(expected), "{king} {lone}");
                let [king, lone] = [king, lone].map(Square::flip_horizontal);
                assert_eq!(moves(king, lone, false), i32::from(expected), "{king} {lone}");
            }
        }
    }
}
