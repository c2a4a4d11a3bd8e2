//! The numbers of an evaluator, each declared once: its value, its unit, its option and the help.

use shakmaty::{File, Rank, Square};

use crate::options::{OptionInfo, OptionKind, tenths};

/// Centipawns for each square as documents print them: the first row is rank 8, the first column
/// the a-file, seen by White.
pub type Table = [[i16; 8]; 8];

/// The unit of a number, which sets the range of its option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Centipawns, -2000 to 2000: 16 bits hold the sum of the fifteen pieces that a side can have besides its king.
    Centipawns,
    /// Tenths of a centipawn, -1000 to 1000; the option is in centipawns, with a decimal.
    Tenths,
    /// Sixteenths of a pawn of 100 centipawns, -32 to 32.
    Sixteenths,
    /// Steps on the board, -20 to 20.
    Steps,
    /// Pieces, 0 to 20.
    Pieces,
}

impl Unit {
    fn option(self, default: i32) -> OptionKind {
        let whole = |min, max| OptionKind::Number { default, min, max };
        match self {
            Unit::Centipawns => whole(-2_000, 2_000),
            Unit::Sixteenths => whole(-32, 32),
            Unit::Steps => whole(-20, 20),
            Unit::Pieces => whole(0, 20),
            Unit::Tenths => OptionKind::Tenths { default, min: -1_000, max: 1_000 },
        }
    }

    fn parse(self, value: &str) -> Option<i32> {
        match self {
            Unit::Tenths => tenths(value),
            _ => value.parse().ok(),
        }
    }
}

/// The options of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One.
    Single,
    /// One for each file.
    Files,
    /// One for each square of a [`Table`].
    Squares,
    /// The same without the first and the last rank.
    PawnSquares,
}

impl Shape {
    /// The index of each number in its field, and what its option's name ends in.
    fn members(self) -> Vec<(usize, String)> {
        // As a table is printed, from a8 to h1.
        let squares = Square::ALL.into_iter().map(Square::flip_vertical);
        match self {
            Shape::Single => vec![(0, String::new())],
            Shape::Files => {
                let name = |file: File| format!(".{}", file.char());
                File::ALL.map(name).into_iter().enumerate().collect()
            }
            Shape::Squares | Shape::PawnSquares => squares
                .enumerate()
                .filter(|(_, square)| self == Shape::Squares || !matches!(square.rank(), Rank::First | Rank::Eighth))
                .map(|(index, square)| (index, format!(".{square}")))
                .collect(),
        }
    }
}

/// Returns the number at an index of a field; that of a single number is 0.
type Getter<P> = fn(&P, usize) -> i32;
type Setter<P> = fn(&mut P, usize, i32);

#[derive(Debug)]
struct Number<P> {
    name: String,
    help: String,
    unit: Unit,
    index: usize,
    get: Getter<P>,
    set: Setter<P>,
}

/// The numbers of `P`, in the order of their options. The macro [`numbers!`](crate::numbers!) makes it.
#[derive(Debug)]
pub struct Numbers<P> {
    numbers: Vec<Number<P>>,
    /// The end of the help of a table's numbers.
    squares: &'static str,
}

impl<P> Numbers<P> {
    /// An empty list. The help of tables' numbers will end in `squares`.
    pub fn new(squares: &'static str) -> Numbers<P> {
        Numbers { numbers: Vec::new(), squares }
    }

    /// Adds the numbers of a field, whose `help` names the piece if it is a table.
    pub fn add(&mut self, name: &str, help: &str, unit: Unit, shape: Shape, get: Getter<P>, set: Setter<P>) {
        let help = match shape {
            Shape::Single | Shape::Files => help.trim_start().to_owned(),
            Shape::Squares | Shape::PawnSquares => {
                format!("{} {}", help.trim_start(), self.squares)
            }
        };
        let numbers = shape.members().into_iter().map(|(index, member)| Number {
            name: format!("{name}{member}"),
            help: help.clone(),
            unit,
            index,
            get,
            set,
        });
        self.numbers.extend(numbers);
    }

    /// Each number as an option whose default is what it is in `document`.
    pub fn options(&'static self, document: &P) -> impl Iterator<Item = OptionInfo> {
        self.numbers.iter().map(|number| OptionInfo {
            name: &number.name,
            kind: number.unit.option((number.get)(document, number.index)),
            help: &number.help,
        })
    }

    /// Sets the number `name` of `params` to `value`; false if there is no such number or `value` does not parse.
    pub fn set(&self, params: &mut P, name: &str, value: &str) -> bool {
        let number = self.numbers.iter().find(|number| number.name == name);
        let Some((number, value)) = number.and_then(|number| Some((number, number.unit.parse(value)?))) else {
            return false;
        };
        (number.set)(params, number.index, value);
        true
    }
}

/// Declares the numbers of an evaluator: a structure, the document's numbers, and `NUMBERS`, their [`Numbers`].
///
/// The comment of a field is the help of its option, which has the name of the field or the one after `as`. A field is
/// one of
///
/// * `Unit(value)`: a number of this [`Unit`], an `i32`;
/// * `Unit[values]`: a number for each file from a to h, an `[i32; 8]`;
/// * `Squares[rows]`, `PawnSquares[rows]`: a [`Table`]. The comment names the piece, and the help is this and the text
///   after `squares`;
/// * `Type { fields }`: a structure declared elsewhere; the options are `field.member`;
/// * `Fixed(value)`: an `i32` that is not an option.
///
/// ```
/// engine_core::numbers! {
///     /// The numbers of one evaluation, in the document's order.
///     #[derive(Clone, Debug)]
///     struct Params;
///     /// The document's numbers.
///     const DOCUMENT;
///
///     /// Being to move.
///     tempo: Centipawns(10);
///     /// A pawn of this file, for each rank.
///     advance as "pawn.advance": Tenths[0, 30, 39, 54, 69, 30, 30, 0];
/// }
///
/// let mut params = DOCUMENT;
/// assert!(NUMBERS.set(&mut params, "pawn.advance.b", "1.5"));
/// assert_eq!(params.advance[..2], [0, 15]);
/// let names: Vec<_> = NUMBERS.options(&params).map(|option| option.name).collect();
/// assert_eq!(names[..2], ["tempo", "pawn.advance.a"]);
/// ```
#[macro_export]
macro_rules! numbers {
    (
        $(#[$params_meta:meta])* $visibility:vis struct $Params:ident;
        $(#[$document_meta:meta])* const $DOCUMENT:ident $(, squares $squares:literal)?;
        $($(#[doc = $help:literal])* $field:ident $(as $name:literal)?: $kind:ident $body:tt;)*
    ) => {
        $(#[$params_meta])*
        $visibility struct $Params {
            $($(#[doc = $help])* $visibility $field: $crate::numbers!(@type $kind $body),)*
        }

        $(#[$document_meta])*
        $visibility const $DOCUMENT: $Params = $Params {
            $($field: $crate::numbers!(@value $kind $body),)*
        };

        /// Each number as an option.
        pub(crate) static NUMBERS: std::sync::LazyLock<$crate::numbers::Numbers<$Params>> =
            std::sync::LazyLock::new(|| {
                let mut numbers = $crate::numbers::Numbers::<$Params>::new(concat!($($squares)?));
                $($crate::numbers! {
                    @add numbers [$field] [$($name)?] concat!($($help),*), $kind $body
                })*
                numbers
            });
    };

    (@type Squares $rows:tt) => { $crate::numbers::Table };
    (@type PawnSquares $rows:tt) => { $crate::numbers::Table };
    (@type $Type:ident { $($fields:tt)* }) => { $Type };
    (@type $unit:ident [ $($values:tt)* ]) => { [i32; 8] };
    (@type $unit:ident ($value:expr)) => { i32 };

    (@value $Type:ident {
        $($(#[doc = $help:literal])* $field:ident: $kind:ident $body:tt;)*
    }) => {
        $Type { $($field: $crate::numbers!(@value $kind $body),)* }
    };
    (@value $kind:ident [ $($values:tt)* ]) => { [$($values)*] };
    (@value $kind:ident ($value:expr)) => { $value };

    (@add $numbers:ident $field:tt $name:tt $help:expr, Fixed $body:tt) => {};
    (
        @add $numbers:ident [$group:ident] [] $group_help:expr,
        $Type:ident { $($(#[doc = $help:literal])* $field:ident: $kind:ident $body:tt;)* }
    ) => {
        $($crate::numbers! {
            @add $numbers [$group.$field] [] concat!($($help),*), $kind $body
        })*
    };
    (@add $numbers:ident $field:tt $name:tt $help:expr, Squares $rows:tt) => {
        $crate::numbers!(@table $numbers $field $name $help, Squares);
    };
    (@add $numbers:ident $field:tt $name:tt $help:expr, PawnSquares $rows:tt) => {
        $crate::numbers!(@table $numbers $field $name $help, PawnSquares);
    };
    (@add $numbers:ident [$($field:ident).+] $name:tt $help:expr, $unit:ident [ $($values:tt)* ]) => {
        $numbers.add(
            $crate::numbers!(@name $($field).+, $name),
            $help,
            $crate::numbers::Unit::$unit,
            $crate::numbers::Shape::Files,
            |params, file| params.$($field).+[file],
            |params, file, value| params.$($field).+[file] = value,
        );
    };
    (@add $numbers:ident [$($field:ident).+] $name:tt $help:expr, $unit:ident ($value:expr)) => {
        $numbers.add(
            $crate::numbers!(@name $($field).+, $name),
            $help,
            $crate::numbers::Unit::$unit,
            $crate::numbers::Shape::Single,
            |params, _| params.$($field).+,
            |params, _, value| params.$($field).+ = value,
        );
    };
    (@table $numbers:ident [$($field:ident).+] $name:tt $help:expr, $shape:ident) => {
        $numbers.add(
            $crate::numbers!(@name $($field).+, $name),
            $help,
            $crate::numbers::Unit::Centipawns,
            $crate::numbers::Shape::$shape,
            |params, square| params.$($field).+.as_flattened()[square].into(),
            |params, square, value| params.$($field).+.as_flattened_mut()[square] = value as i16,
        );
    };

    (@name $($field:ident).+, [$name:literal]) => { $name };
    (@name $field:ident $(. $member:ident)?, []) => {
        concat!(stringify!($field) $(, ".", stringify!($member))?)
    };
}
