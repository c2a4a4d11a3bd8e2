//! The state against a second account of the game, told man by man from the list of moves.
//!
//! The state at the root is carried forward by the function that carries it in the search; here
//! nothing is carried forward. What a side has done is looked up among all moves of the game.

use std::collections::BTreeMap;

use engine_core::game::{Game, fen_of};
use engine_core::testkit::RandomGames;
use engine_core::testkit::men::{Act, Man, Men, Turn};
use shakmaty::{
    CastlingMode, CastlingSide, Chess, Color, File, FromSetup, Position, Role, Setup, Square,
};

use super::State;
use crate::board::past::{First, LastMove, Past, Sacrifice};
use crate::last_move::{Telling, told};
use crate::settings::Settings;
use crate::worked::worked_positions;

/// Where long games begin: with both castlings and with one, castled, with the queen's wing empty
/// or under fire, with pawns that promote and take in passing.
const STARTS: [&str; 9] = [
    "startpos",
    "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq - 0 9",
    "rn2k2r/pppb1ppp/3bpn2/q2p4/3P4/2NBPN2/PPPBQPPP/R3K2R w KQkq - 0 9",
    "r3k1nr/ppp2ppp/2nqb3/2bpp3/2BPP3/2N1BQ2/PPP2PPP/R3K1NR b KQkq - 0 9",
    "rnbqk2r/ppp2ppp/4p3/3n4/1b1P4/2N2N2/PP2PPPP/R1BQKB1R w KQq - 0 9",
    "rnbq1rk1/ppp1bppp/3p1n2/4p3/4P3/2NPBN2/PPPQ1PPP/R3KB1R b KQ - 0 9",
    "2kr1bnr/pp1nqppp/2p1b3/3pp3/3PP3/2N1BN2/PPPQ1PPP/2KR1B1R w - - 0 9",
    "r3k2r/p4p1p/2nbbn2/8/8/2NBBN2/P4P1P/R3K2R w KQkq - 0 9",
    "r3k2r/1bnb1bn1/8/pP1p2pP/Pp1P2Pp/8/1BNB1BN1/R3K2R b KQkq a3 0 9",
];
const GAMES: usize = 300;
const PLIES: usize = 60;
/// Plies on from each worked position.
const FEW_PLIES: usize = 8;

/// Rank and file of a square, counted from 0.
fn place(square: Square) -> [i32; 2] {
    let [rank, file] = [u32::from(square.rank()), u32::from(square.file())];
    [rank as i32, file as i32]
}

/// The rank as `color` counts it, from 1.
fn own_rank(color: Color, square: Square) -> i32 {
    let [rank, _] = place(square);
    color.fold_wb(rank + 1, 8 - rank)
}

/// Whether such a man on `from` attacks `to`, on a board with these squares empty.
fn hits(man: (Color, Role), from: Square, to: Square, is_empty: impl Fn(Square) -> bool) -> bool {
    let ([rank, file], [to_rank, to_file]) = (place(from), place(to));
    let (up, right) = (to_rank - rank, to_file - file);
    let (rows, columns) = (up.abs(), right.abs());
    let (straight, diagonal) = ((rows == 0) != (columns == 0), rows == columns && rows > 0);
    let slides = match man {
        (color, Role::Pawn) => return columns == 1 && up == color.fold_wb(1, -1),
        (_, Role::Knight) => return rows * columns == 2,
        (_, Role::King) => return rows.max(columns) == 1,
        (_, Role::Bishop) => diagonal,
        (_, Role::Rook) => straight,
        (_, Role::Queen) => straight || diagonal,
    };
    let between = |step: i32| {
        let [rank, file] = [rank + step * up.signum(), file + step * right.signum()];
        Square::new((8 * rank + file) as u32)
    };
    slides && (1..rows.max(columns)).all(|step| is_empty(between(step)))
}

/// The men of `color` on the board and where they stand.
fn standing(men: &Men, color: Color) -> impl Iterator<Item = (&Man, Square)> {
    let own = men.alive().filter(move |man| man.color == color);
    own.filter_map(|man| Some((man, man.square?)))
}

/// Whether a man of `color` attacks `square`.
fn is_hit(men: &Men, color: Color, square: Square) -> bool {
    let is_empty = |square| men.on(square).is_none();
    standing(men, color).any(|(man, from)| hits((color, man.role), from, square, is_empty))
}

fn king(men: &Men, color: Color) -> Square {
    let mut kings = standing(men, color).filter(|(man, _)| man.role == Role::King);
    kings.next().expect("there is a king").1
}

/// Whether `square` belongs to the position of the king of `color`.
fn is_near_king(men: &Men, color: Color, square: Square) -> bool {
    let king = king(men, color);
    let [[_, file], [_, king_file]] = [place(square), place(king)];
    let ahead = own_rank(color, square) - own_rank(color, king);
    let beside = (file - king_file).abs() <= 1 && ahead.abs() <= 1;
    let on_files = (file - king_file.clamp(1, 6)).abs() <= 1;
    square != king && (beside || on_files && (1..=2).contains(&ahead))
}

/// Whether a minor piece of this kind starts on this square.
fn is_home(color: Color, role: Role, square: Square) -> bool {
    let files: &[File] = match role {
        Role::Knight => &[File::B, File::G],
        Role::Bishop => &[File::C, File::F],
        _ => return false,
    };
    own_rank(color, square) == 1 && files.contains(&square.file())
}

/// Whether a square is on the half of the board away from a king that castled, `short` or long.
fn is_other_wing(short: bool, square: Square) -> bool {
    (square.file() <= File::D) == short
}

fn is_opening(position: &Chess, men: &Men) -> bool {
    let worth = men.alive().map(|man| match man.role {
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        _ => 0,
    });
    let home = Color::ALL.map(|color| {
        let minors = standing(men, color).filter(|(man, at)| is_home(color, man.role, *at));
        minors.count()
    });
    worth.sum::<usize>() >= 12 && (position.castles().any() || home[0] + home[1] >= 3)
}

/// What the men of `color` are worth more than the others, in pawns and a half.
fn lead(men: &Men, color: Color) -> i32 {
    let worth = men.alive().map(|man| {
        let half_pawns = match man.role {
            Role::Pawn => 2,
            Role::Knight | Role::Bishop => 6,
            Role::Rook => 9,
            Role::Queen => 18,
            Role::King => 0,
        };
        if man.color == color {
            half_pawns
        } else {
            -half_pawns
        }
    });
    worth.sum()
}

/// White's pawns less Black's.
fn pawn_lead(men: &Men) -> i32 {
    let pawns = men.alive().filter(|man| man.role == Role::Pawn);
    pawns.map(|man| man.color.fold_wb(1, -1)).sum()
}

/// Whether no enemy pawn can stop or take a pawn of `color` on `from` any more, with no own pawn
/// before it.
fn is_passed(men: &Men, color: Color, from: Square) -> bool {
    let stops = |man: &Man| {
        let at = man.square.expect("it is alive");
        let files = (place(at)[1] - place(from)[1]).abs();
        let ahead = own_rank(color, at) > own_rank(color, from);
        man.role == Role::Pawn && ahead && files <= i32::from(man.color != color)
    };
    !men.alive().any(stops)
}

/// Whether `color` has an open file without enemy rooks and queens, bishops on squares of both
/// colours, a rook on the seventh rank, and a protected passed pawn.
fn advantages(men: &Men, color: Color) -> [bool; 4] {
    let of = |role: Role| {
        let own = standing(men, color).filter(move |(man, _)| man.role == role);
        own.map(|(_, at)| at).collect::<Vec<_>>()
    };
    let has_file = File::ALL.into_iter().any(|file| {
        let on_file = |man: &&Man| man.square.is_some_and(|at| at.file() == file);
        let there: Vec<_> = men.alive().filter(on_file).collect();
        let is_open = there.iter().all(|man| man.role != Role::Pawn);
        let heavy = |side: Color| {
            let mut men = there.iter().filter(|man| man.color == side);
            men.any(|man| matches!(man.role, Role::Rook | Role::Queen))
        };
        is_open && heavy(color) && !heavy(!color)
    });
    let (bishops, pawns) = (of(Role::Bishop), of(Role::Pawn));
    let mut rooks = of(Role::Rook).into_iter();
    let is_protected = |at: Square| {
        let mut pawns = pawns.iter();
        pawns.any(|from| hits((color, Role::Pawn), *from, at, |_| true))
    };
    let mut passers = pawns.iter().filter(|at| is_passed(men, color, **at));
    [
        has_file,
        bishops.iter().any(|at| at.is_light()) && bishops.iter().any(|at| at.is_dark()),
        rooks.any(|at| own_rank(color, at) == 7),
        passers.any(|at| is_protected(*at)),
    ]
}

/// Whether three pieces of `color` attack a square of the enemy king's position.
fn attacks_king(men: &Men, color: Color) -> bool {
    let is_empty = |square| men.on(square).is_none();
    let zone: Vec<_> = Square::ALL
        .into_iter()
        .filter(|at| is_near_king(men, !color, *at))
        .collect();
    let bears = |(man, from): &(&Man, Square)| {
        let mut zone = zone.iter();
        let is_piece = !matches!(man.role, Role::Pawn | Role::King);
        is_piece && zone.any(|to| hits((color, man.role), *from, *to, is_empty))
    };
    standing(men, color).filter(bears).count() >= 3
}

/// What a first position says of a side's past.
fn bare(start: &Chess, color: Color) -> Past {
    let men = Men::of(start);
    let of = |role: Role| {
        let own = standing(&men, color).filter(move |(man, _)| man.role == role);
        own.map(|(_, square)| square).collect::<Vec<_>>()
    };
    let away = |role: Role| {
        let squares = of(role).into_iter();
        squares.filter(|at| !is_home(color, role, *at)).count()
    };
    let first = match (away(Role::Knight), away(Role::Bishop)) {
        (0, 0) => First::Nobody,
        (knights, bishops) if knights >= bishops => First::Knight,
        _ => First::Bishop,
    };
    let king = king(&men, color);
    let wing = match king.file() {
        File::A | File::B | File::C => Some((CastlingSide::QueenSide, File::A)),
        File::G | File::H => Some((CastlingSide::KingSide, File::H)),
        _ => None,
    };
    let is_castled = |&(side, corner): &(CastlingSide, File)| {
        let between = king.file().min(corner)..=king.file().max(corner);
        let rooks = of(Role::Rook);
        let mut beyond = rooks.iter().filter(|rook| rook.rank() == king.rank());
        let mut own = standing(&men, color);
        let left_at_home = own.any(|(man, at)| {
            is_home(color, man.role, at) && is_other_wing(side == CastlingSide::KingSide, at)
        });
        own_rank(color, king) == 1
            && !beyond.any(|rook| between.contains(&rook.file()))
            && left_at_home
    };
    let castled_first = wing.filter(is_castled).map(|(side, _)| side);
    Past {
        first,
        castled: false,
        castled_first,
        chose_short: false,
        repeats: 0,
        castled_rook: None,
        gave_in_attack: false,
        sacrifice: Sacrifice::default(),
        last: if start.is_check() && start.turn() != color {
            LastMove::UNKNOWN
        } else {
            LastMove::default()
        },
    }
}

/// What is noted of a ply when it is played.
#[derive(Clone, Copy, Debug)]
struct Note {
    /// It was the opening.
    opening: bool,
    /// The other wing's minor pieces were not all gone from home.
    left_at_home: bool,
    /// The side could castle long.
    could_castle_long: bool,
    /// What the two positions say of the move.
    told: LastMove,
    /// White, and Black, attacked the other king.
    attacks: [bool; 2],
    /// White's lead in material.
    lead: i32,
    /// White's lead in pawns.
    pawn_lead: i32,
    /// The lasting advantages of White, and of Black.
    advantages: [[bool; 4]; 2],
}

/// A game as it is told here.
struct Account {
    start: Chess,
    position: Chess,
    men: Men,
    notes: Vec<Note>,
    bare: [Past; 2],
}

impl Account {
    fn of(start: &Chess) -> Account {
        Account {
            start: start.clone(),
            position: start.clone(),
            men: Men::of(start),
            notes: Vec::new(),
            bare: Color::ALL.map(|color| bare(start, color)),
        }
    }

    fn play(&mut self, turn: Turn, telling: Telling, settings: &Settings) {
        let us = self.position.turn();
        let after = turn.lead(&self.position);
        let short =
            matches!(turn, Turn::Play(mv) if mv.castling_side() == Some(CastlingSide::KingSide));
        let mut own = standing(&self.men, us);
        let note = Note {
            opening: is_opening(&self.position, &self.men),
            left_at_home: own
                .any(|(man, at)| is_home(us, man.role, at) && is_other_wing(short, at)),
            could_castle_long: self.could_castle_long(us),
            told: match turn {
                Turn::Play(mv) => told(telling, settings.interplay(), &self.position, mv, &after),
                Turn::Pass => LastMove::default(),
            },
            attacks: Color::ALL.map(|color| attacks_king(&self.men, color)),
            lead: lead(&self.men, Color::White),
            pawn_lead: pawn_lead(&self.men),
            advantages: Color::ALL.map(|color| advantages(&self.men, color)),
        };
        drop(own);
        let was_passed = self.was_passed(turn);
        self.men.play(turn);
        self.position = after;
        if telling == Telling::Everything {
            self.check(note.told, was_passed);
        }
        self.notes.push(note);
    }

    /// Whether `color` may castle long: neither king nor rook has moved, nobody stands between,
    /// and no square on the king's way is attacked.
    fn could_castle_long(&self, color: Color) -> bool {
        let at = |file| Square::from_coords(file, color.backrank());
        let is_unmoved = |man: &Man| !man.had_moved && man.moved.is_empty();
        let own = |role: Role, square: Square| {
            let there = self.men.on(square);
            there.is_some_and(|man| man.role == role && man.color == color && is_unmoved(man))
        };
        let is_empty = |file| self.men.on(at(file)).is_none();
        let is_safe = |file| !is_hit(&self.men, !color, at(file));
        own(Role::King, at(File::E))
            && own(Role::Rook, at(File::A))
            && [File::B, File::C, File::D].into_iter().all(is_empty)
            && [File::C, File::D, File::E].into_iter().all(is_safe)
    }

    /// Whether the man that is to move is a pawn that no enemy pawn can stop or take any more, with
    /// no own pawn before it.
    fn was_passed(&self, turn: Turn) -> bool {
        let Turn::Play(mv) = turn else { return false };
        let Some(from) = mv.from() else { return false };
        is_passed(&self.men, self.position.turn(), from)
    }

    /// What is easily told of the last move, without the code that tells it.
    fn check(&self, told: LastMove, was_passed: bool) {
        let ply = self.men.plies().last().expect("something was played");
        let Some(act) = ply.act else { return };
        let man = &self.men.all()[act.man];
        let is_step = act.role == Role::Pawn && act.taken.is_none() && man.role == Role::Pawn;
        let quiet = is_step && !was_passed;
        let queenside = act.to.file() <= File::D;
        let took_pawn = act
            .taken
            .is_some_and(|taken| self.men.all()[taken].role == Role::Pawn);
        let near_king = |at| is_near_king(&self.men, !ply.color, at);
        let pawn_taken = took_pawn && act.taken_on.is_some_and(near_king);
        let check = is_hit(&self.men, ply.color, king(&self.men, !ply.color));
        let expected = [
            (LastMove::QUIET_ON_QUEENSIDE, quiet && queenside),
            (LastMove::QUIET_ON_KINGSIDE, quiet && !queenside),
            (LastMove::CHECK_FOR_PAWN, pawn_taken && check),
        ];
        for (bit, did) in expected {
            assert_eq!(told.did(bit), did, "{bit:?}: {}", self.tale());
        }
    }
}

impl Account {
    /// What `color` did and in which ply.
    fn acts(&self, color: Color) -> impl Iterator<Item = (usize, Act)> {
        let plies = self.men.plies().iter().enumerate();
        plies.filter_map(move |(at, ply)| Some((at, ply.act.filter(|_| ply.color == color)?)))
    }

    /// What `color` has done.
    fn past(&self, color: Color) -> Past {
        let bare = self.bare[usize::from(color.is_black())];
        let leaves = |(ply, act): (usize, Act)| {
            let man = &self.men.all()[act.man];
            let leaves = !man.had_moved && man.moved.first() == Some(&ply);
            match act.role {
                Role::Knight if leaves => Some(First::Knight),
                Role::Bishop if leaves => Some(First::Bishop),
                _ => None,
            }
        };
        let first = match bare.first {
            First::Nobody => self.acts(color).find_map(leaves),
            known => Some(known),
        };
        let castling = self.acts(color).find(|(_, act)| act.rook.is_some());
        let castled = castling.map(|(ply, act)| (self.notes[ply], act.to.file() == File::G));
        let repeats = self
            .acts(color)
            .filter(|(ply, act)| self.repeats(*ply, act));
        let last = self.men.plies().iter().rposition(|ply| ply.color == color);
        Past {
            first: first.unwrap_or_default(),
            castled: castling.is_some(),
            castled_first: castled.map_or(bare.castled_first, |(note, short)| {
                let side = CastlingSide::from_king_side(short);
                note.left_at_home.then_some(side)
            }),
            chose_short: castled.is_some_and(|(note, short)| short && note.could_castle_long),
            repeats: repeats.count() as u8,
            castled_rook: self.castled_rook(color),
            gave_in_attack: self.gave_in_attack(color),
            sacrifice: self.sacrifice(color),
            last: last.map_or(bare.last, |ply| self.notes[ply].told),
        }
    }

    /// The last ten plies that were no passes, the last one first.
    fn window(&self) -> Vec<(Color, Act, &Note)> {
        let plies = self.men.plies().iter().zip(&self.notes).rev();
        let played = plies.filter_map(|(ply, note)| Some((ply.color, ply.act?, note)));
        played.take(10).collect()
    }

    /// The pawns that `color` has become poorer by since then, with as much in pieces, and the
    /// lasting advantages that it has got, if there are both.
    fn sacrifice(&self, color: Color) -> Sacrifice {
        let window = self.window();
        let Some((.., first)) = window.last() else {
            return Sacrifice::default();
        };
        let now = (lead(&self.men, Color::White), pawn_lead(&self.men));
        let pieces = |(lead, pawns)| lead - 2 * pawns;
        let won = color.fold_wb(1, -1) * (now.1 - first.pawn_lead);
        if won >= 0 || pieces(now) != pieces((first.lead, first.pawn_lead)) {
            return Sacrifice::default();
        }
        let us = usize::from(color.is_black());
        let alone = |has: [[bool; 4]; 2], which: usize| has[us][which] && !has[1 - us][which];
        let has = Color::ALL.map(|color| advantages(&self.men, color));
        let gained = (0..4).filter(|at| alone(has, *at) && !alone(first.advantages, *at));
        match gained.count() as u8 {
            0 => Sacrifice::default(),
            advantages => Sacrifice {
                pawns: -won as u8,
                advantages,
            },
        }
    }

    /// Whether, in the last ten plies that were no passes, both sides took something and `color`,
    /// which attacked the king before them, has become a pawn's worth poorer.
    fn gave_in_attack(&self, color: Color) -> bool {
        let window = self.window();
        let takes = |side| {
            let mut acts = window.iter();
            acts.any(|(color, act, _)| *color == side && act.taken.is_some())
        };
        let Some((.., first)) = window.last() else {
            return false;
        };
        let won = lead(&self.men, Color::White) - first.lead;
        Color::ALL.into_iter().all(takes)
            && first.attacks[usize::from(color.is_black())]
            && color.fold_wb(won, -won) <= -2
    }

    /// Whether it is a repeated move of a piece in the opening.
    fn repeats(&self, ply: usize, act: &Act) -> bool {
        let man = &self.men.all()[act.man];
        let mut earlier = man.moved.iter().filter(|at| **at < ply);
        let moved_before = man.had_moved || earlier.any(|at| !self.castled(act.man, *at));
        let is_piece = !matches!(act.role, Role::Pawn | Role::King);
        self.notes[ply].opening && is_piece && act.taken.is_none() && moved_before
    }

    /// Whether this man was the rook of a castling in that ply.
    fn castled(&self, man: usize, ply: usize) -> bool {
        let act = self.men.plies()[ply].act;
        act.is_some_and(|act| act.rook == Some(man))
    }

    /// Where a rook of `color` stands that castled and has not moved since.
    fn castled_rook(&self, color: Color) -> Option<Square> {
        let (ply, act) = self.acts(color).find(|(_, act)| act.rook.is_some())?;
        let rook = &self.men.all()[act.rook?];
        rook.square.filter(|_| rook.moved == [ply])
    }

    fn compare(&self, state: &State) {
        for color in Color::ALL {
            let past = *state.past.get(color);
            assert_eq!(past, self.past(color), "{color}: {}", self.tale());
        }
    }

    /// The start and the moves.
    fn tale(&self) -> String {
        let mut tale = fen_of(&self.start);
        for ply in self.men.plies() {
            let did = ply.act.map(|act| format!(" {}{}", act.from, act.to));
            tale += did.as_deref().unwrap_or(" pass");
        }
        tale
    }
}

/// How often something happened that the state must get right.
#[derive(Debug, Default)]
struct Seen(BTreeMap<&'static str, usize>);

impl Seen {
    fn note(&mut self, account: &Account) {
        let (last, before) = account
            .men
            .plies()
            .split_last()
            .expect("something was played");
        let past = account.past(last.color);
        let Some(act) = last.act else {
            *self.0.entry("pass").or_default() += 1;
            return;
        };
        let man = &account.men.all()[act.man];
        let castled = |man: usize| (0..before.len()).any(|ply| account.castled(man, ply));
        let moved_before = man.had_moved || man.moved[0] < before.len();
        let is_piece = !matches!(act.role, Role::Pawn | Role::King);
        let (castles, takes) = (act.rook.is_some(), act.taken.is_some());
        for (what, happened) in [
            ("short castling", castles && act.to.file() == File::G),
            ("long castling", castles && act.to.file() == File::C),
            ("a choice", castles && past.chose_short),
            (
                "before development",
                castles && past.castled_first.is_some(),
            ),
            ("after development", castles && past.castled_first.is_none()),
            ("a knight first", past.first == First::Knight),
            ("a bishop first", past.first == First::Bishop),
            ("a repeated move", account.repeats(before.len(), &act)),
            ("material given in an attack", past.gave_in_attack),
            ("pawns given for something", past.sacrifice.pawns > 0),
            ("a repeated capture", is_piece && moved_before && takes),
            ("a castled rook moves", castled(act.man)),
            (
                "it moves again",
                castled(act.man) && account.repeats(before.len(), &act),
            ),
            ("a castled rook is taken", act.taken.is_some_and(castled)),
            ("en passant", act.taken_on.is_some_and(|at| at != act.to)),
            ("promotion", act.role != man.role),
        ] {
            *self.0.entry(what).or_default() += usize::from(happened);
        }
    }
}

/// Follows a game of at most so many random turns after the moves of `game`.
fn follow(game: &Game, plies: usize, telling: Telling, random: &mut RandomGames, seen: &mut Seen) {
    let settings = Settings::document();
    let interplay = settings.interplay();
    let start = Game::new(game.start().clone());
    let mut state = State::root(telling, &start, interplay);
    let mut account = Account::of(game.start());
    account.compare(&state);
    let mut played = game.moves().iter();
    for _ in 0..game.moves().len() + plies {
        let told = played.next().map(|mv| Turn::Play(*mv));
        let Some(turn) = told.or_else(|| Turn::pick(random, &account.position)) else {
            break;
        };
        let before = account.position.clone();
        account.play(turn, telling, &settings);
        state = match turn {
            Turn::Play(mv) => state.child(telling, &before, mv, &account.position, interplay),
            Turn::Pass => state.null(&account.position),
        };
        account.compare(&state);
        seen.note(&account);
    }
}

#[test]
fn the_state_is_that_of_a_second_account() {
    let mut random = RandomGames::new(9);
    let mut seen = Seen::default();
    for start in STARTS {
        let game = Game::parse(start).unwrap();
        for at in 0..GAMES {
            let telling = [Telling::Everything, Telling::WhatCounts][at % 2];
            follow(&game, PLIES, telling, &mut random, &mut seen);
        }
    }
    for case in worked_positions().unwrap() {
        let game = Game::parse(case.position).unwrap();
        follow(
            &game,
            FEW_PLIES,
            Telling::Everything,
            &mut random,
            &mut seen,
        );
    }
    assert!(seen.0.values().all(|times| *times > 100), "{seen:?}");
}

/// Kings and rooks side by side, with other men anywhere.
#[test]
fn a_first_position_is_read_alike() {
    let mut random = RandomGames::new(10);
    let mut read = 0;
    for (king, rook, color) in kings_and_rooks() {
        let mut setup = Setup::empty();
        setup.turn = color;
        let men = [Role::Knight, Role::Bishop, Role::Queen, Role::Rook];
        for role in men.repeat(2) {
            for color in Color::ALL {
                let square = Square::new(random.below(64) as u32);
                setup.board.set_piece_at(square, role.of(color));
            }
        }
        let enemy_king = Square::from_coords(File::E, (!color).backrank());
        setup.board.set_piece_at(rook, Role::Rook.of(color));
        setup.board.set_piece_at(king, Role::King.of(color));
        setup.board.set_piece_at(enemy_king, Role::King.of(!color));
        let Ok(position) = Chess::from_setup(setup, CastlingMode::Standard) else {
            continue;
        };
        let settings = Settings::document();
        let game = Game::new(position);
        let state = State::root(Telling::Everything, &game, settings.interplay());
        Account::of(game.position()).compare(&state);
        read += 1;
    }
    assert!(read > 500, "{read}");
}

/// Every pair of squares on the first rank of either side, many times.
fn kings_and_rooks() -> Vec<(Square, Square, Color)> {
    let mut pairs = Vec::new();
    for color in Color::ALL {
        for king in File::ALL {
            for rook in File::ALL.into_iter().filter(|rook| *rook != king) {
                let [king, rook] =
                    [king, rook].map(|file| Square::from_coords(file, color.backrank()));
                pairs.push((king, rook, color));
            }
        }
    }
    pairs.repeat(20)
}
