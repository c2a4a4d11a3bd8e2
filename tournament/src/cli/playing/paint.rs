//! Colours of a table: they repeat its words and numbers, and add no information.

use clap::builder::styling::{AnsiColor, Style};

const HEADING: Style = Style::new().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const ABOVE: Style = AnsiColor::Green.on_default();
const BELOW: Style = AnsiColor::Red.on_default();
/// The characters of bars, and the blanks between.
const BAR: [char; 10] = ['├', '─', '┤', '●', '┊', '┼', '◂', '▸', '━', ' '];

/// Headings bold, warnings yellow; ratings, and the Elo of a match, green if the interval is above zero, red if it is
/// below. `zero_matters` is true if zero is the rating of an engine, or the mean of all.
pub(super) fn paint(table: &str, zero_matters: bool) -> String {
    let mut above_bar = None;
    let paint = |line: &str| {
        let start = line.trim_start();
        let is_bar = start.starts_with(['-', 'H']) && line.contains('●');
        let of_line = match above_bar.take().filter(|_| is_bar) {
            Some(style) => Some(style),
            None if start.starts_with("WARNING") => Some(WARNING),
            None if start.starts_with("Engine ") || line.starts_with("Games ended by") => {
                Some(HEADING)
            }
            None => of_match(line).inspect(|&style| above_bar = Some(style)),
        };
        match of_line {
            Some(style) => format!("{style}{line}{style:#}\n"),
            None if zero_matters => ratings(line) + "\n",
            None => format!("{line}\n"),
        }
    };
    table.lines().map(paint).collect()
}

/// The colour of a line about the Elo or the test of a match.
fn of_match(line: &str) -> Option<Style> {
    if line.starts_with("LLR ") {
        let accepted = |hypothesis: &str| line.contains(&format!(": {hypothesis} accepted"));
        return match (accepted("H1"), accepted("H0")) {
            (true, _) => Some(ABOVE),
            (_, true) => Some(BELOW),
            _ => None,
        };
    }
    let (_, interval) = line.strip_prefix("Elo ")?.split_once('[')?;
    let (low, high) = interval.strip_suffix(']')?.split_once(", ")?;
    match (low.parse::<f64>(), high.parse::<f64>()) {
        (Ok(low), _) if low > 0.0 => Some(ABOVE),
        (_, Ok(high)) if high < 0.0 => Some(BELOW),
        _ => None,
    }
}

/// A row of the ranking with its ratings in colours, and the bar that follows.
fn ratings(line: &str) -> String {
    let mut painted = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('±') {
        let before = rest[..at].trim_end_matches([' ', '*', '!']);
        let start = before.rfind(' ').map_or(0, |space| space + 1);
        let after = &rest[at + '±'.len_utf8()..];
        let end = rest.len() - after.len() + after.find(' ').unwrap_or(after.len());
        let error = rest[at + '±'.len_utf8()..end].parse::<f64>();
        let style = match (before[start..].parse::<f64>(), error) {
            (Ok(elo), Ok(error)) if elo > error => Some(ABOVE),
            (Ok(elo), Ok(error)) if elo < -error => Some(BELOW),
            _ => None,
        };
        painted += &rest[..start];
        painted += &styled(&rest[start..end], style);
        rest = &rest[end..];
        if let Some(bar) = style.and_then(|_| bar(rest)) {
            painted += &rest[..bar.start];
            painted += &styled(&rest[bar.clone()], style);
            rest = &rest[bar.end..];
        }
    }
    painted + rest
}

fn styled(text: &str, style: Option<Style>) -> String {
    match style {
        Some(style) => format!("{style}{text}{style:#}"),
        None => text.to_owned(),
    }
}

/// The range of the next bar, from its first drawn cell to its last.
fn bar(text: &str) -> Option<std::ops::Range<usize>> {
    let start = text.find(|c| c != ' ' && BAR.contains(&c))?;
    let drawn = text[start..].find(|c| !BAR.contains(&c));
    let drawn = &text[start..drawn.map_or(text.len(), |end| start + end)];
    Some(start..start + drawn.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::paint;

    const GREEN: &str = "\u{1b}[32m";
    const RED: &str = "\u{1b}[31m";
    const END: &str = "\u{1b}[0m";

    #[test]
    fn headings_and_warnings_are_painted() {
        let table = "    Engine   Elo\n  1 Otter    0.0\nWARNING: 1 game\n";
        assert_eq!(
            paint(table, true),
            "\u{1b}[1m    Engine   Elo\u{1b}[0m\n  1 Otter    0.0\n\
             \u{1b}[1m\u{1b}[33mWARNING: 1 game\u{1b}[0m\n"
        );
    }

    #[test]
    fn ratings_apart_from_zero_are_painted_with_their_bars() {
        let table = "  1 A ±b  +97.2!    ±37.5 a   ┊ ├─●┤   4/4\n  \
                     2 B      +5.0     ±37.5 a ├─●─┤     1/4\n  \
                     3 C     -90.0*    ±37.5    +50.0   ±10.0 x\n";
        let expected = format!(
            "  1 A ±b  {GREEN}+97.2!    ±37.5{END} a   {GREEN}┊ ├─●┤{END}   4/4\n  \
             2 B      +5.0     ±37.5 a ├─●─┤     1/4\n  \
             3 C     {RED}-90.0*    ±37.5{END}    {GREEN}+50.0   ±10.0{END} x\n"
        );
        assert_eq!(paint(table, true), expected);
        // No rating is above or below a zero without a meaning.
        assert_eq!(paint(table, false), table);
    }

    #[test]
    fn a_match_is_painted_by_its_interval_and_its_test() {
        let table = "Elo    +50.9 [+5.2, +96.0]\n   -96   ┊ ├●┤ +96\nnElo   +65.4 [+14.7, +118.8]\n\
                     LLR    -3.0 [-2.94, +2.94]: H0 accepted, 0 Elo, against 40\n    H0 ●━┊─┤ H1\n";
        let expected = format!(
            "{GREEN}Elo    +50.9 [+5.2, +96.0]{END}\n{GREEN}   -96   ┊ ├●┤ +96{END}\n\
             nElo   +65.4 [+14.7, +118.8]\n\
             {RED}LLR    -3.0 [-2.94, +2.94]: H0 accepted, 0 Elo, against 40{END}\n\
             {RED}    H0 ●━┊─┤ H1{END}\n"
        );
        assert_eq!(paint(table, true), expected);
        for open in [
            "Elo    +5.0 [-5.2, +96.0]\n",
            "Elo    +5.0 [unbounded, unbounded]\n",
            "Elo: logistic, mean of all = 0; ± is the 95 % interval, from game pairs\n",
            "LLR    +1.00 [-2.94, +2.94]: open between 0 and 5 Elo\n",
        ] {
            assert_eq!(paint(open, true), open);
        }
        assert!(paint("Elo    -50.9 [unbounded, -2.0]\n", true).starts_with(RED));
    }
}
