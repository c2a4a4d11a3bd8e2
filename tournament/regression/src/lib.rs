//! Tests a version against another.
//!
//! [`versions`] keeps and builds programs of other days, [`regress`] plays a change against one, and [`cluster`] has Slurm
//! play them.

pub mod cluster;
pub mod regress;
pub mod versions;
