//! The rules that other rules refer to: their state (on or off) and their numbers.
//!
//! A rule names another one by a constant of this module, whichever chapter that one is in, so no
//! chapter depends on another. The place of the named rule is looked up at compile time: a name or a
//! number that does not exist is a compile error.

use std::marker::PhantomData;

use crate::board::phase::{Counting, Places, Span, Weights, words};

/// Another rule, whose numbers are an `N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RuleRef<N> {
    slot: usize,
    numbers: PhantomData<N>,
}

/// The name of a rule that others refer to, and the numbers of it that they use.
pub(crate) struct ReferencedRule {
    pub(crate) id: &'static str,
    pub(crate) numbers: &'static [&'static str],
}

/// The most numbers of another rule that are used.
pub(crate) const MAX_NUMBERS: usize = 5;

/// The numbers used of another rule, by their names, or the only one; in tenths.
pub(crate) trait ReferencedNumbers: Copy {
    /// Takes them in the order in which the constant lists them.
    fn take(numbers: &[i64; MAX_NUMBERS]) -> Self;
}

impl ReferencedNumbers for i64 {
    #[inline(always)]
    fn take(numbers: &[i64; MAX_NUMBERS]) -> i64 {
        numbers[0]
    }
}

/// The values of pawns (or pieces) on ranks 5 and 6, in tenths of a centipawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankWorth {
    pub(crate) rank5: i64,
    pub(crate) rank6: i64,
}

impl ReferencedNumbers for RankWorth {
    #[inline(always)]
    fn take(&[rank5, rank6, ..]: &[i64; MAX_NUMBERS]) -> RankWorth {
        RankWorth { rank5, rank6 }
    }
}

/// The state of the rules that others refer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Interplay {
    slots: [Slot; REFERENCED.len()],
    /// The rules that are switched on.
    pub(crate) on: RuleSet,
    counting: Counting<{ words(REFERENCED.len()) }>,
}

/// Some of the rules that others refer to.
pub(crate) type RuleSet = Places<{ words(REFERENCED.len()) }>;

/// The state of one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    /// The phases in which the rule counts; `None` if it is switched off.
    pub(crate) span: Option<Span>,
    /// The numbers of it that others use.
    pub(crate) numbers: [i64; MAX_NUMBERS],
}

impl Interplay {
    /// The state that `slot` returns for each rule of [`REFERENCED`].
    pub(crate) fn new(slot: impl FnMut(usize) -> Slot) -> Interplay {
        let slots = std::array::from_fn(slot);
        let (mut on, mut counting) = (RuleSet::NONE, Counting::NONE);
        for (place, slot) in slots.iter().enumerate() {
            if let Some(span) = slot.span {
                on.insert(place);
                counting.within(place, span, true, true);
            }
        }
        Interplay { slots, on, counting }
    }

    /// True if the rule is switched on.
    #[inline(always)]
    pub(crate) fn on<N: Copy>(&self, other: RuleRef<N>) -> bool {
        self.on.includes(other)
    }

    /// The rules that are switched on and count where the phases have these weights.
    #[inline]
    pub(crate) fn counting(&self, weights: Weights) -> RuleSet {
        self.counting.with(weights)
    }

    /// The rule's numbers.
    #[inline(always)]
    pub(crate) fn numbers<N: ReferencedNumbers>(&self, other: RuleRef<N>) -> N {
        N::take(&self.slots[other.slot].numbers)
    }

    /// The rule's numbers, or zeros if it is switched off.
    #[inline(always)]
    pub(crate) fn numbers_in_force<N: ReferencedNumbers>(&self, other: RuleRef<N>) -> N {
        if self.on(other) { self.numbers(other) } else { N::take(&[0; MAX_NUMBERS]) }
    }
}

impl RuleSet {
    /// True if the rule is one of them.
    #[inline(always)]
    pub(crate) fn includes<N: Copy>(&self, other: RuleRef<N>) -> bool {
        self.has(other.slot)
    }
}

/// One constant per rule: `NAME = "id";`, with `: number` if its only number is used, or with the names
/// of its numbers in braces; `=> Type [numbers]` if several rules state the same.
macro_rules! others {
    ($(
        $name:ident = $id:literal $(: $only:ident)? $({ $($number:ident),* })? $(=> $shared:ident [$($like:ident),*])?;
    )*) => {
        // A place for each.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($name),* }

        $(
            pub(crate) const $name: RuleRef<numbers_of!($name $(: $only)? $({ $($number),* })? $(=> $shared)?)> = RuleRef {
                slot: Place::$name as usize,
                numbers: PhantomData,
            };
            $(
                #[doc = concat!("The numbers of `", $id, "`, in tenths.")]
                #[allow(non_camel_case_types)]
                #[derive(Clone, Copy, Debug)]
                pub(crate) struct $name { $(pub(crate) $number: i64),* }

                impl ReferencedNumbers for $name {
                    #[inline(always)]
                    fn take(&[$($number,)* ..]: &[i64; MAX_NUMBERS]) -> $name {
                        $name { $($number),* }
                    }
                }
            )?
        )*

        /// The rules that others refer to.
        pub(crate) const REFERENCED: [ReferencedRule; [$($id),*].len()] = [$(
            ReferencedRule { id: $id, numbers: &[$(stringify!($only))? $($(stringify!($number)),*)? $($(stringify!($like)),*)?] },
        )*];
    };
}

/// The type of the numbers that are used.
macro_rules! numbers_of {
    ($name:ident) => {
        ()
    };
    ($name:ident: $only:ident) => {
        i64
    };
    ($name:ident => $shared:ident) => {
        $shared
    };
    ($name:ident { $($number:ident),* }) => {
        $name
    };
}

others! {
    PIECE_VALUES = "intro.piece-values" { pawn, knight, bishop, rook, queen };
    UNDERDEVELOPMENT = "opening.underdevelopment";
    LOST_CASTLING_KING_IN_CENTER = "opening.lost-castling-king-in-center";
    EARLY_QUEEN_EXCHANGE_LOST_CASTLING = "opening.early-queen-exchange-lost-castling";
    PIN_KNIGHT_TO_KING = "opening.pin-knight-to-king";
    PIECE_MOBILITY = "middlegame.piece-mobility": per_square;
    PAWN_MOBILITY = "middlegame.pawn-mobility";
    INTERSECTIONS_SAME_LINE = "middlegame.intersections-same-line";
    INTERSECTIONS_QUEEN_DIAGONAL_CAP = "middlegame.intersections-queen-diagonal-cap": per_diagonal;
    INTERSECTIONS_SCALING = "middlegame.intersections-scaling" { endgame, king_attack, king_attack_endgame };
    ISOLATED_PAWN = "middlegame.isolated-pawn": penalty;
    DOUBLE_ISOLATED = "middlegame.double-isolated": penalty_each;
    DOUBLE_IN_GROUP_FREE = "middlegame.double-in-group-free": penalty;
    DOUBLE_FIXED_IN_GROUP = "middlegame.double-fixed-in-group": penalty;
    PROTECTED_PASSER = "middlegame.protected-passer";
    CONNECTED_PASSERS = "middlegame.connected-passers";
    FIXED_F7_G6_H7_F5 = "middlegame.fixed-f7-g6-h7-f5";
    DOUBLE_ISOLATED_TWO_RANKS_APART = "middlegame.double-isolated-two-ranks-apart": penalty;
    COMPOSITION_REVERSED_ADVANCED = "middlegame.composition-reversed-advanced";
    AVALANCHE_FOUR = "middlegame.avalanche-four": bonus;
    AVALANCHE_FIVE = "middlegame.avalanche-five": bonus;
    AVALANCHE_BLOCKABLE = "middlegame.avalanche-blockable": factor;
    CLOSED_SPACE_CENTRAL = "middlegame.closed-space-central" => RankWorth [rank5, rank6];
    CLOSED_SPACE_SEMICENTRAL = "middlegame.closed-space-semicentral" => RankWorth [rank5, rank6];
    BACKWARD_FATED_PAWN = "middlegame.backward-fated-pawn": endgame;
    RESTRICTING_PAWN = "middlegame.restricting-pawn";
    SPACE_PAWNS = "middlegame.space-pawns" => RankWorth [rank5, rank6];
    ADVANCED_MINOR = "middlegame.advanced-minor" => RankWorth [rank5, rank6];
    ETERNAL_KNIGHT = "middlegame.eternal-knight";
    STORM_EXEMPTION = "king-security.storm-exemption";
    PAWN_STORM = "king-attack.pawn-storm";
    QUEEN_ATTACKS_RING = "king-attack.queen-attacks-ring": bonus;
    MINOR_ATTACKS_RING = "king-attack.minor-attacks-ring": bonus;
    ROOK_SEMIOPEN_FILE = "king-attack.rook-semiopen-file": bonus;
    DOUBLE_ROOKS_SEMIOPEN = "king-attack.double-rooks-semiopen";
    BISHOP_SIXTH_RANK = "king-attack.bishop-sixth-rank";
    ROOK_BEHIND_PASSER = "king-attack.rook-behind-passer";
    WEDGE_PAWN = "king-attack.wedge-pawn";
    TAL_ROOK_EIGHTH_RANK_PIN = "tal.rook-eighth-rank-pin";
    TAL_THREE_PERMANENT_FACTORS = "tal.three-permanent-factors";
    TAL_BARE_KING = "tal.bare-king";
    TAL_QUEEN_BISHOP_PENETRATION = "tal.queen-bishop-penetration";
    OTHER_CLOSED_CENTER_STORM = "other.closed-center-storm";
    BLOCKADE_MINOR_ON_PASSER = "blockade.minor-on-passer";
    BLOCKADE_QUEEN_ON_PASSER = "blockade.queen-on-passer";
    BLOCKADE_MINOR_ON_HALF_FREE_PAWN = "blockade.minor-on-half-free-pawn";
    BLOCKADE_ROOK_ON_HALF_FREE_PAWN = "blockade.rook-on-half-free-pawn";
    BLOCKADE_PIECE_ON_INITIAL_PAWN = "blockade.piece-on-initial-pawn";
    BLOCKADE_PAWN_ON_INITIAL_PAWN = "blockade.pawn-on-initial-pawn";
    CONFIG_ROOK_OPEN_FILE = "config.rook-open-file": bonus;
    TANDEM_QUEEN_BISHOP_BATTERY_KING = "tandem.queen-bishop-battery-king";
    TRIPLET_QUEEN_TWO_ROOKS_OPEN_FILE = "triplet.queen-two-rooks-open-file";
    ACTIVITY_ROOK_SEMI_OPEN = "activity.rook-semi-open": bonus;
    SACRIFICE_PAWNS_TWO_PERMANENT_FACTORS = "sacrifice-pawns.two-permanent-factors";
    VECTORAL_INTERSECTION_KING_POSITION = "vectoral.intersection-king-position";
    COUNTERPLAY_ATTACKING_PIECES = "counterplay.attacking-pieces-factor": behind;
    BVN_FIXED_PAWN_FOCAL = "bvn.fixed-pawn-focal";
    BN_VS_NN_FIXED_PAWN_FOCAL = "bn-vs-nn.fixed-pawn-focal";
    SAME_COLOUR_BISHOPS_FIXED_PAWN_FOCAL = "same-colour-bishops.fixed-pawn-focal";
    BAD_IMPRISONED_QUEEN = "bad.imprisoned-queen";
    GENERAL_MOBILITY = "endgame.general.mobility": bonus;
    GENERAL_SPACE = "endgame.general.space" => RankWorth [rank5, rank6];
    PAWN_ISOLATED = "endgame.pawn.isolated": penalty;
    PAWN_DOUBLE_ISOLATED = "endgame.pawn.double-isolated": penalty;
    PAWN_DOUBLED_IN_GROUP = "endgame.pawn.doubled-in-group": penalty;
    PAWN_BACKWARD = "endgame.pawn.backward": penalty;
    PAWN_PASSED = "endgame.pawn.passed": bonus;
    PAWN_PASSED_SEVENTH = "endgame.pawn.passed-seventh": bonus;
    PAWN_PASSED_PROTECTED = "endgame.pawn.passed-protected": bonus;
    PAWN_PASSED_CONNECTED = "endgame.pawn.passed-connected";
    PAWN_DOUBLING_EXEMPT_PASSER = "endgame.pawn.doubling-exempt-passer";
    KING_THIRD_RANK_CENTRE = "endgame.king.third-rank-centre": bonus;
    KING_FOURTH_RANK_CENTRE = "endgame.king.fourth-rank-centre": bonus;
    KING_FIFTH_RANK = "endgame.king.fifth-rank": bonus;
    KING_SIXTH_RANK = "endgame.king.sixth-rank": bonus;
    GENERAL_TWO_SIDES_WIN = "endgame.general.two-sides-win": over;
    GENERAL_TWO_WEAKNESSES_MOVE = "endgame.general.two-weaknesses-move";
    GENERAL_TWO_WEAKNESSES_CENTRE = "endgame.general.two-weaknesses-centre";
    GENERAL_QUIET_DEFENCE = "endgame.general.quiet-defence";
    GENERAL_KING_ATTACK = "endgame.general.king-attack";
    GENERAL_NEGATIVE_PASSER = "endgame.general.negative-passer";
    BLOCKADE_INITIAL_SQUARE = "endgame.blockade.initial-square";
    BLOCKADE_KNIGHT_IN_STRUCTURE = "endgame.blockade.knight-in-structure";
    BLOCKADE_BISHOP_IN_STRUCTURE = "endgame.blockade.bishop-in-structure";
    PAWN_ENDING_BACKWARD = "endgame.pawn-ending.backward";
    PAWN_ENDING_DOUBLED_IN_GROUP = "endgame.pawn-ending.doubled-in-group": penalty;
    BISHOP_OPPOSITE_TWO_SEPARATE_WRONG_CORNER = "endgame.bishop.opposite.two-separate-wrong-corner";
    BISHOP_OPPOSITE_THREE_STRADDLED = "endgame.bishop.opposite.three-straddled";
    KNIGHT_BACKWARD_FIXED = "endgame.knight.backward-fixed";
    BISHOP_KNIGHT_FEW_PAWNS = "endgame.bishop-knight.few-pawns";
    ROOK_CUT_KING_EDGE = "endgame.rook.cut-king-edge";
    ROOK_PASSER_TWO_AHEAD = "endgame.rook.passer-two-ahead";
    CONFIG_QUEEN_ROOK_FORTRESS = "endgame.config.queen-rook-fortress";
    CONFIG_QUEEN_MINORS_UNCOORDINATED = "endgame.config.queen-minors-uncoordinated";
    BASIC_KPK_KING_FRONT = "endgame.basic.kpk-king-front";
    BASIC_ROOK_F_AND_H = "endgame.basic.rook-f-and-h";
    BASIC_ROOK_EDGE_PAIR_DRAW = "endgame.basic.rook-edge-pair-draw";
    BASIC_QUEEN_V_PAWN_STALEMATE = "endgame.basic.queen-v-pawn-stalemate";
    BASIC_ROOK_F_PAWN_V_BISHOP = "endgame.basic.rook-f-pawn-v-bishop";
    BASIC_TWO_V_ONE_KNIGHT_WIN = "endgame.basic.two-v-one-knight-win";
    COMPOSITE_QUEEN_ROOK_NO_DOUBLING = "endgame.composite.queen-rook-no-doubling";
    PASSER_CENTRAL_EXCEPTION = "endgame.passer.central-exception";
    FORTRESS_NATURAL = "special.fortress.natural": behind;
    PASSIVITY_OWN_PAWNS = "special.passivity.own-pawns";
    PASSIVITY_SHUT_IN_ROOK = "special.passivity.shut-in-rook";
    DOMINATING_KNIGHT = "special.dominating-knight";
    STURDY_BASTION = "beauty.sturdy-bastion";
    ALTERNATING_BATTERY = "beauty.alternating-battery";
}
