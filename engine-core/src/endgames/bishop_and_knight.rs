//! Distance to mate with bishop and knight, by the squares of the kings.

use shakmaty::Square;

/// White moves until mate with the bishop on dark squares, by the square of the bare king (the twenty to which
/// reflections in the long diagonals bring all) and the square of the other king, from a1, b1 to h8, each a character:
/// '0' and up, 'N' for 30. A tenth of all places of bishop and knight is as good or better, by retrograde analysis (the
/// test that does it again is in 1afff9a5); '0' where no game can be.
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
