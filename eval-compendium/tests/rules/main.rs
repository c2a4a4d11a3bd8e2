//! The compendium from outside: its rules on their worked positions, its book, its options, its
//! verdicts, the laws of every evaluator, and the order of its files. One program, since each that
//! evaluates compiles the whole evaluation.

mod book;
mod choices;
mod common;
mod corpus;
mod engine;
mod floors;
mod keys;
mod laws;
mod positions;
mod printed;
mod switches;
mod verdicts;
mod wings;
