//! The attack on the enemy king.

pub(super) mod attackers;
pub(super) mod chances;
pub(super) mod weak_shelter;
