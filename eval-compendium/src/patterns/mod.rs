//! Chess motifs that several rules share. No rule is named here directly: a motif that depends on one
//! refers to it by its name in [`crate::interplay`].

pub(crate) mod endgame;
pub(crate) mod lines;
pub(crate) mod pawns;
pub(crate) mod pieces;
pub(crate) mod reach;
pub(crate) mod shelter;
pub(crate) mod space;
