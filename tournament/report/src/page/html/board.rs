//! A board that stands still, drawn as the script draws it.

use maud::{Markup, html};
use shakmaty::{Board, Color, Role, Square};

const SIZE: u32 = 45;

/// The board from White's side, with the squares of the last move marked; `label` is read out.
pub(super) fn board(board: &Board, last: Option<[Square; 2]>, label: &str) -> Markup {
    let cell = |square: Square, fill: &str, opacity: &str| {
        let (x, y) = place(square);
        html! { rect x=(x) y=(y) width=(SIZE) height=(SIZE) fill=(fill) opacity=(opacity) {} }
    };
    html! {
        svg viewBox="0 0 360 360" role="img" aria-label=(label) {
            @for square in Square::ALL {
                (cell(square, if square.is_light() { "var(--light)" } else { "var(--dark)" }, "1"))
                @if last.is_some_and(|last| last.contains(&square)) { (cell(square, "var(--mark)", ".55")) }
                @if let Some(man) = board.piece_at(square) {
                    @let (x, y) = place(square);
                    @let (fill, stroke) = if man.color == Color::White { ("#fff", "#222") } else { ("#2b2b2b", "#e8e8e8") };
                    use href={ "#man-" (symbol(man.role)) } x=(x) y=(y) width=(SIZE) height=(SIZE) fill=(fill) stroke=(stroke) {}
                }
            }
        }
    }
}

fn place(square: Square) -> (u32, u32) {
    (SIZE * square.file() as u32, SIZE * (7 - square.rank() as u32))
}

fn symbol(role: Role) -> char {
    role.char()
}
