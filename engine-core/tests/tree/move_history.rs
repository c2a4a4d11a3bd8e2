//! The history of a game against a second account of it, made man by man from the list of moves.

use engine_core::game::Game;
use engine_core::move_history::MoveHistory;
use engine_core::testkit::RandomGames;
use engine_core::testkit::men::{Man, Men, Turn};
use shakmaty::fen::Fen;
use shakmaty::{Bitboard, CastlingMode, Chess, Color, Position};

/// Start positions: with all rights, some and none, men at home and not, promotions and captures
/// en passant near; in the last two king and rook trade places when they castle.
const STARTS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq - 0 9",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R b Kq - 0 1",
    "r3k2r/1b4b1/8/8/8/8/1B4B1/R3K2R w Qk - 0 1",
    "r2qk2r/8/2n2n2/8/8/2N2N2/8/R2QK2R w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1",
    "r3k3/1P4P1/8/pP1p2Pp/Pp1P2pP/8/1p4p1/R3K2R w KQq - 0 1",
    "4k2r/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/R3K3 b Qk - 0 1",
    "2rk2r1/pppppppp/8/8/8/8/PPPPPPPP/2RK2R1 w CGcg - 0 1",
    "1r3kr1/8/8/8/8/8/8/1R3KR1 b BGbg - 0 1",
];
const GAMES: usize = 400;
const PLIES: usize = 80;

fn start(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap();
    let position = fen.clone().into_position(CastlingMode::Standard);
    position.unwrap_or_else(|_| fen.into_position(CastlingMode::Chess960).unwrap())
}

/// The history of a game, from its first position and its men.
struct Account<'a> {
    start: &'a Chess,
    men: &'a Men,
}

impl Account<'_> {
    fn castled(&self, color: Color) -> bool {
        let plies = self.men.plies().iter();
        let mut acts = plies.filter(|ply| ply.color == color && ply.act.is_some());
        let has_right = self.start.castles().has_color(color);
        !has_right || acts.any(|ply| ply.act.unwrap().rook.is_some())
    }

    /// The squares of men that have moved.
    fn moved(&self) -> Bitboard {
        let has_moved = |man: &&Man| man.had_moved || !man.moved.is_empty();
        let squares = self.men.alive().filter(has_moved).map(|man| man.square.unwrap());
        squares.collect()
    }

    /// The men before the last ply.
    fn parent_men(&self) -> Option<u8> {
        let last = self.men.plies().last()?;
        let taken = last.act.is_some_and(|act| act.taken.is_some());
        Some(self.men.alive().count() as u8 + u8::from(taken))
    }
}

fn compare(history: &MoveHistory, account: &Account<'_>, position: &Chess) {
    let fen = Fen::from_position(position, shakmaty::EnPassantMode::Legal);
    let game = account.men.plies();
    for color in Color::ALL {
        let castled = account.castled(color);
        assert_eq!(history.castled(color), castled, "{color}: {fen} {game:?}");
    }
    assert_eq!(history.moved(), account.moved(), "{fen} {game:?}");
    assert_eq!(history.parent_men(), account.parent_men(), "{fen} {game:?}");
}

/// Counts of special moves that must be handled.
#[derive(Debug, Default)]
struct Seen {
    short: usize,
    long: usize,
    castled_rook_moved: usize,
    en_passant: usize,
    promotions: usize,
    recaptures: usize,
    passes: usize,
}

impl Seen {
    fn note(&mut self, turn: Turn, men: &Men) {
        let Turn::Play(mv) = turn else {
            self.passes += 1;
            return;
        };
        self.en_passant += usize::from(mv.is_en_passant());
        self.promotions += usize::from(mv.is_promotion());
        let [.., before, last] = men.plies() else {
            return;
        };
        let act = last.act.unwrap();
        let taken_before = before.act.and_then(|act| act.taken_on);
        let recaptured = act.taken_on.is_some() && act.taken_on == taken_before;
        self.recaptures += usize::from(recaptured);
        if let Some(rook) = act.rook {
            let short = men.all()[rook].home.file() > act.from.file();
            *(if short { &mut self.short } else { &mut self.long }) += 1;
        }
        let mut rooks = men.plies().iter().filter_map(|ply| ply.act?.rook);
        let castled = rooks.any(|rook| rook == act.man);
        self.castled_rook_moved += usize::from(castled);
    }
}

#[test]
fn it_is_that_of_a_second_account() {
    let mut random = RandomGames::new(3);
    let mut seen = Seen::default();
    for start in STARTS.map(start) {
        for _ in 0..GAMES {
            let mut position = start.clone();
            let mut history = MoveHistory::root(&Game::new(start.clone()));
            let mut men = Men::of(&start);
            for _ in 0..PLIES {
                let account = Account { start: &start, men: &men };
                compare(&history, &account, &position);
                let Some(turn) = Turn::pick(&mut random, &position) else {
                    break;
                };
                let after = turn.lead(&position);
                match turn {
                    Turn::Play(mv) => history.update(&(&position).into(), mv.into()),
                    Turn::Pass => history = history.null(&(&after).into()),
                }
                men.play(turn);
                seen.note(turn, &men);
                position = after;
                // The account itself: the men stand where they stand.
                let board = men.alive().map(|man| (man.square.unwrap(), man.role.of(man.color)));
                assert_eq!(board.collect::<shakmaty::Board>(), *position.board());
            }
        }
    }
    let least = [
        seen.short,
        seen.long,
        seen.castled_rook_moved,
        seen.en_passant,
        seen.promotions,
        seen.recaptures,
        seen.passes,
    ];
    assert!(least.into_iter().all(|times| times > 300), "too few: {seen:?}");
}
