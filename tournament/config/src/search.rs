//! Numbers of the search set by an engine of the configuration.

use std::collections::BTreeMap;

use engine_core::params::Params;
use engine_core::params::tunable::tunable;
use toml::{Table, Value};

use super::checks::{self, Resolved};
use super::error::Problem;
use super::located::Located;

/// Numbers of a search by their names.
pub(crate) type Numbers = BTreeMap<String, f64>;

/// The numbers of a search, after its margin scale and its evaluation scale are checked, too; else the
/// invalid key and the reason.
pub fn checked(
    search: &Table,
    margin_scale: Option<f64>,
    eval_scale: Option<f64>,
) -> Result<Numbers, (String, Problem)> {
    let given = checks::margin_scale(margin_scale).and_then(|_| checks::eval_scale(eval_scale));
    let numbers = given.and_then(|_| numbers(search));
    numbers.map_err(|Located { key, problem }| (key.join("."), problem))
}

/// The numbers of the table `search`, by their dotted names.
pub(super) fn numbers(table: &Table) -> Resolved<Numbers> {
    let mut numbers = Numbers::new();
    for (key, value) in table {
        match value {
            Value::Table(group) => {
                for (field, value) in group {
                    add(&mut numbers, format!("{key}.{field}"), value)
                        .map_err(|problem| Located::new(["search", key, field], problem))?;
                }
            }
            _ => add(&mut numbers, key.clone(), value)
                .map_err(|problem| Located::new(["search", key], problem))?,
        }
    }
    Ok(numbers)
}

fn add(numbers: &mut Numbers, name: String, value: &Value) -> Result<(), Problem> {
    let number = match value {
        Value::Integer(number) => *number as f64,
        Value::Float(number) => *number,
        _ => return Err(Problem::SearchType),
    };
    let set = tunable(&name).and_then(|known| known.set(&mut Params::MICHNIEWSKI.clone(), number));
    set.map_err(|error| Problem::Search { message: error.to_string() })?;
    numbers.insert(name, number);
    Ok(())
}
