//! Every number of the search, grouped by technique, with its unit and where it comes from.
//!
//! "Common practice" means a value in the middle of what open engines with hand-made evaluations
//! use. "Weiss" and "Stockfish" mean the value of that engine; Weiss's margins are divided by 1.6, the
//! margin scale with which its evaluation plays here. "Measured" means chosen by games with several
//! evaluators (docs/measurements.md); no number was chosen for one of our evaluators alone.
//!
//! The numbers that nodes use are in [`Params`], a group for each technique, and [`tunable`] sets each by name: in
//! matches, and by tuning. Those of the histories and of the correction of static values are constants.

/// Declares each number once, with its type, Michniewski's value and the least and the most that make sense. A `margin` is in
/// the evaluator's own centipawns, depths and reductions are in plies.
macro_rules! params {
    (
        $($(#[$about:meta])* $group:ident: $Group:ident {
            $($(#[$help:meta])* $number:ident: $kind:ident = $value:literal, $min:literal to $max:literal;)*
        })*
        -
        $($(#[$own_help:meta])* $own:ident: $own_kind:ident = $own_value:literal, $own_min:literal to $own_max:literal;)*
    ) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub struct $Group {
                $($(#[$help])* pub $number: params!(@type $kind),)*
            }
        )*

        /// The numbers of a search.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs, reason = "each group has its description")]
        pub struct Params {
            $(pub $group: $Group,)*
            $($(#[$own_help])* pub $own: params!(@type $own_kind),)*
        }

        impl Params {
            /// The numbers for Michniewski's evaluation, to which margin scales are relative.
            pub const MICHNIEWSKI: Params = Params {
                $($group: $Group { $($number: $value,)* },)*
                $($own: $own_value,)*
            };
        }

        /// Every number of [`Params`], in its order. Margins are in Michniewski's centipawns, before they are scaled.
        // One macro serves whole numbers, counts and decimals.
        #[allow(clippy::unnecessary_cast, clippy::cast_lossless)]
        pub const TUNABLE: &[Tunable] = &[
            $($(params!(@tunable [$group.$number] concat!(stringify!($group), ".", stringify!($number)), $kind, $min, $max),)*)*
            $(params!(@tunable [$own] stringify!($own), $own_kind, $own_min, $own_max),)*
        ];
    };
    (@tunable [$($field:ident).+] $name:expr, $kind:ident, $min:literal, $max:literal) => {
        Tunable {
            name: $name,
            min: $min as f64,
            max: $max as f64,
            whole: !matches!(stringify!($kind).as_bytes(), b"f64"),
            is_margin: matches!(stringify!($kind).as_bytes(), b"margin"),
            get: |params| params.$($field).+ as f64,
            set: |params, value| params.$($field).+ = value as params!(@type $kind),
        }
    };
    (@type margin) => { i32 };
    (@type $type:ident) => { $type };
}

params! {
    /// Windows around the last score.
    aspiration: Aspiration {
        /// They start at this depth (common practice).
        min_depth: i32 = 4, 1 to 20;
        /// Half the width of the first window (common practice, 5-15).
        window: margin = 6, 1 to 1000;
    }
    /// The correction of static values by what earlier searches found in similar positions.
    correction: CorrectionHistory {
        /// The part of the correction that counts, in per cent; with 0 static values stay the evaluator's.
        weight: i32 = 100, 0 to 300;
    }
    /// Reverse futility pruning: a static value far above beta is enough.
    reverse_futility: ReverseFutility {
        /// Up to this depth (common practice, 6-9).
        max_depth: i32 = 6, 0 to 20;
        /// The surplus over beta for each ply of depth that is taken as enough; where the side to
        /// move is improving, for one ply less (Weiss, 77).
        margin: margin = 48, 1 to 1000;
    }
    /// Razoring: with a static value far below beta captures alone decide.
    razoring: Razoring {
        /// Up to this depth (measured; common practice, 1-4).
        max_depth: i32 = 3, 0 to 20;
        /// The margin below beta for each ply of depth (common practice, 200-300).
        margin: margin = 250, 1 to 2000;
    }
    /// Null-move pruning: a side that stands well enough though it passes need not search.
    null_move: NullMove {
        /// The least reduction (common practice, 3-4).
        base: i32 = 4, 1 to 10;
        /// The plies of depth for which there is one ply more (common practice).
        depth_divisor: i32 = 4, 1 to 20;
        /// One ply more for each such surplus over beta (Weiss, 227).
        surplus: margin = 142, 1 to 2000;
        /// The surplus adds at most this many plies (Weiss).
        surplus_max: i32 = 3, 0 to 10;
        /// The static value itself has to surpass beta by this at depth 0 (Weiss, 138) ...
        margin: margin = 86, 0 to 2000;
        /// ... and by so much less for each ply of depth (Weiss, 13).
        margin_per_ply: margin = 8, 0 to 1000;
    }
    /// ProbCut: a capture far above beta in a search of fewer plies is above it in one of more.
    prob_cut: ProbCut {
        /// From this depth on (common practice, 4-6).
        min_depth: i32 = 5, 2 to 100;
        /// Plies less than the full depth (common practice).
        reduction: i32 = 4, 1 to 10;
        /// The margin above beta (Weiss, 200; common practice, 100-200).
        margin: margin = 125, 1 to 1000;
    }
    /// Late move pruning: after many moves the remaining quiet ones are left out.
    lmp: LateMovePruning {
        /// Moves searched at depth 0; the square of the depth is added, and the sum is halved where
        /// the side is not improving (Stockfish 15; measured).
        base: usize = 3, 1 to 50;
    }
    /// Pruning by history: a quiet move that has done badly is left out.
    history_pruning: HistoryPruning {
        /// Up to this depth, less the reduction of the move (Weiss).
        max_depth: i32 = 2, 0 to 20;
        /// History below minus this for each ply of depth (Weiss).
        per_ply: i32 = 1_024, 100 to 20_000;
    }
    /// Pruning by static exchange evaluation, in centipawns of `see_values`.
    see_pruning: SeePruning {
        /// Up to this depth, less the reduction of the move (Weiss).
        max_depth: i32 = 6, 0 to 20;
        /// Moves that lose more than this for each ply of depth are left out (measured; common practice, 20-100).
        per_ply: i32 = 60, 0 to 1000;
    }
    /// Singular extensions: a table move far better than all others is searched more deeply.
    singular: Singular {
        /// From this depth on (common practice, 5-8).
        min_depth: i32 = 5, 4 to 100;
        /// The table's score of the move may come from a search shallower by at most this many plies (Weiss).
        table_depth: i32 = 2, 0 to 10;
        /// Other moves have to be worse by this for each ply of depth, and by half of it on the
        /// principal variation (Weiss; common practice, 1-3).
        margin: margin = 1, 0 to 100;
        /// A line is extended by two plies at once at most this often (Weiss; common practice, 5-16).
        most_doubles: u8 = 6, 0 to 100;
    }
    /// Late move reductions: moves that come late are searched less deeply at first.
    lmr: LateMoveReductions {
        /// From this depth on (common practice).
        min_depth: i32 = 3, 2 to 20;
        /// The constant part of the reduction (Weiss).
        base: f64 = 2.01, 0.0 to 5.0;
        /// The rest is ln(depth) ln(number of the move) over this (Weiss).
        divisor: f64 = 2.32, 0.5 to 10.0;
        /// History that takes one ply off, or adds one (Weiss; common practice, 5,000-10,000 of
        /// this scale); a quarter of it is enough for the first ply (measured).
        history: i32 = 8_870, 500 to 30_000;
        /// Plies more where the node is expected to be cut (common practice, 1-2).
        cut: i32 = 2, 0 to 5;
    }
    /// Internal iterative reductions: without a table move a node is searched a ply less deeply.
    iir: InternalIterativeReductions {
        /// From this depth on, on the principal variation (Weiss).
        min_depth_pv: i32 = 3, 2 to 100;
        /// From this depth on, where the node is expected to be cut (Weiss).
        min_depth_cut: i32 = 8, 2 to 100;
    }
    /// Quiescence.
    quiescence: Quiescence {
        /// The gain allowed to a capture besides its victim (Weiss, 165).
        delta: margin = 103, 0 to 2000;
        /// Quiet check evasions that are searched before the others are left out (Stockfish 15).
        quiet_evasions: usize = 2, 1 to 100;
    }
    /// The clock. No iteration begins after the soft limit. Source: <https://www.chessprogramming.org/Time_Management>.
    time: TimeManagement {
        /// The number of moves to plan for (common practice, 20-40).
        moves_to_go: u32 = 28, 1 to 200;
        /// The part of an increment that a move may spend (chosen here).
        increment: f64 = 0.75, 0.0 to 1.0;
        /// The soft limit, as a part of an even share of the clock (chosen here).
        soft: f64 = 0.65, 0.01 to 10.0;
        /// The hard limit, as a part of an even share of the clock (chosen here).
        hard: f64 = 2.5, 0.01 to 50.0;
        /// No move uses more of the clock than this (common practice, 0.2-0.8).
        most: f64 = 0.25, 0.01 to 0.6;
        /// The soft limit is multiplied by this, less the best move's part of the root's nodes (common practice, 1.35-1.7) ...
        effort_base: f64 = 1.5, 1.0 to 3.0;
        /// ... and by this (common practice, 1.35-1.75).
        effort_weight: f64 = 1.35, 0.1 to 5.0;
        /// A score that has fallen by this many Michniewski centipawns in an iteration doubles it (our own choice) ...
        fall: f64 = 100.0, 1.0 to 1000.0;
        /// ... and none multiplies it by more than this (common practice, 1.3-1.5).
        fall_max: f64 = 1.4, 1.0 to 5.0;
    }
    -
    /// Extended lines get at most this many times as long as the iteration is deep (Weiss).
    longest_line: i32 = 2, 1 to 4;
    /// The value of one step of driving a bare king (our own choice: a step is worth more than what
    /// a quiet move changes otherwise).
    mop_up: margin = 10, 1 to 100;
}

impl Params {
    /// The same with static values as the evaluator has them.
    #[must_use]
    pub const fn uncorrected(self) -> Params {
        Params { correction: CorrectionHistory { weight: 0 }, ..self }
    }

    /// The numbers for an evaluator of this margin scale, by which its margins are multiplied.
    #[must_use]
    pub fn scaled(mut self, margin_scale: f64) -> Params {
        for margin in TUNABLE.iter().filter(|tunable| tunable.is_margin) {
            let scaled = margin.get(&self) * margin_scale;
            (margin.set)(&mut self, scaled.round().max(1.0));
        }
        self
    }
}

/// A number of the search that can be set by name. Its name is the way to it in [`Params`], such as
/// `reverse_futility.margin`.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    /// The name.
    pub name: &'static str,
    /// The least that makes sense.
    pub min: f64,
    /// The greatest that makes sense.
    pub max: f64,
    /// True if it is a whole number.
    pub whole: bool,
    /// True if it is in the evaluator's centipawns.
    is_margin: bool,
    get: fn(&Params) -> f64,
    set: fn(&mut Params, f64),
}

/// The number of this name.
///
/// # Errors
/// If there is none.
pub fn tunable(name: &str) -> Result<&'static Tunable, String> {
    TUNABLE.iter().find(|tunable| tunable.name == name).ok_or_else(|| {
        let names: Vec<&str> = TUNABLE.iter().map(|tunable| tunable.name).collect();
        format!("the search has no number {name:?}; it has: {}", names.join(", "))
    })
}

impl Tunable {
    /// Its field of `params`.
    pub fn get(&self, params: &Params) -> f64 {
        (self.get)(params)
    }

    /// Sets it in `params`.
    ///
    /// # Errors
    /// If it is out of range, or has decimals and is a whole number.
    pub fn set(&self, params: &mut Params, value: f64) -> Result<(), String> {
        let Self { name, min, max, whole, .. } = *self;
        // A value that is not a number is in no range.
        if !(min..=max).contains(&value) || whole && value.fract() != 0.0 {
            let kind = if whole { "a whole number" } else { "a number" };
            return Err(format!("{name} cannot be {value}; choose {kind} from {min} to {max}"));
        }
        (self.set)(params, value);
        Ok(())
    }
}

/// The depth of quiescence, as the table stores it.
pub const QUIESCENCE_DEPTH: i32 = 0;

/// The correction of static values, all after Weiss.
pub(crate) mod correction {
    /// The most that a number by a structure can be: of pawns, minor pieces, major pieces, White's pieces, Black's pieces.
    pub(crate) const STRUCTURE_MAX: [i32; 5] = [1_651, 1_142, 1_222, 1_063, 1_063];
    /// The most that a number by two moves can be.
    pub(crate) const MOVES_MAX: i32 = 1_514;
    /// The weights of the numbers by structures ...
    pub(crate) const STRUCTURE_WEIGHTS: [i32; 5] = [5_868, 7_217, 4_416, 7_025, 7_025];
    /// ... and of those by the last move and the one seven to two plies before the position.
    pub(crate) const MOVES_WEIGHTS: [i32; 6] = [2_901, 3_379, 3_841, 2_626, 3_235, 4_060];
    /// The weighted sum that moves the static value by one of Michniewski's centipawns.
    pub(crate) const WEIGHT_UNIT: f64 = 131_072.0;
    /// A number moves by the error, in Michniewski's centipawns, times the depth over this ...
    pub(crate) const DEPTH_DIVISOR: f64 = 4.0;
    /// ... and by this at most where the position was better than thought ...
    pub(crate) const BONUS_MAX: f64 = 289.0;
    /// ... and where it was worse.
    pub(crate) const BONUS_MIN: f64 = -172.0;
}

/// The histories of moves and positions, and the order of moves that comes of them.
pub(crate) mod histories {
    /// The weight of the victim against the attacker in the order of captures (common practice).
    pub(crate) const VICTIM_WEIGHT: i32 = 16;
    /// Capture history that weighs as much as a centipawn of the victim times [`VICTIM_WEIGHT`] (chosen here).
    pub(crate) const CAPTURE_HISTORY: i32 = 16;
    /// The limit of history numbers; at most `i16::MAX / 2` (common practice, 2^13 to 2^14).
    pub(crate) const HISTORY_MAX: i32 = 16_384;
    /// The limit of the numbers by both squares, which say less than those that know more of the position (Weiss).
    pub(crate) const BUTTERFLY_MAX: i32 = 4_373;
    /// The limit of the numbers by pawn structure (Weiss).
    pub(crate) const PAWN_HISTORY_MAX: i32 = 8_663;

    /// The bonus of a cutoff at `depth` for its move, and the malus for those tried before (measured; Weiss has
    /// 251 a ply less 267 and at most 2,418 as bonus, 532 a ply less 163 and at most 693 as malus).
    #[inline]
    pub(crate) const fn history_bonus(depth: i32) -> i32 {
        let bonus = 150 * depth - 60;
        if bonus < 1_700 { bonus } else { 1_700 }
    }
}

/// Piece values of static exchange evaluation, the same for every evaluator.
pub(crate) mod see_values {
    use shakmaty::Role;

    /// In centipawns, by the number of a piece, as shakmaty counts them from 1: those of pawn, knight, bishop, rook, queen
    /// and king, which is never lost. They belong to the search, so that the order of moves does not change with
    /// the evaluator.
    pub(crate) const SEE_VALUES: [i32; 8] = [0, 100, 320, 330, 500, 900, 0, 0];

    #[inline]
    pub(crate) const fn see_value(role: Role) -> i32 {
        SEE_VALUES[role as usize]
    }
}

/// The clock, apart from the numbers of [`TimeManagement`].
pub(crate) mod time {
    /// The last move before more time is added may use this much of the clock, the one before half
    /// of that, and so on (chosen here).
    pub(crate) const MAX_SHARE_OF_LAST: f64 = 0.6;
    /// Move overheads that stay on the clock as a reserve (chosen here).
    pub(crate) const RESERVE: u32 = 1;
    /// Iterations of fewer plies are too short to decide if a move is settled (common practice, 4-8).
    pub(crate) const SETTLED_DEPTH: i32 = 6;
    /// The soft limit is multiplied by the number at the place given by how many iterations in a row have confirmed the
    /// best move; the last is for all that are more (common practice, 1.2-2.5 falling to 0.75-0.85).
    pub(crate) const STABILITY: [f64; 5] = [1.6, 1.2, 0.95, 0.85, 0.8];
    /// The clock and the stop flag are polled once in this many nodes; a power of two.
    pub(crate) const NODES_BETWEEN_LOOKS: u64 = 256;
}
