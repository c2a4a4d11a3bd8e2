//! Tests a version against another.
//!
//! [`versions`] builds and archives engine versions, [`regress`] plays a change against one, and [`cluster`] has Slurm
//! play them.

pub mod cluster;
pub mod regress;
pub mod versions;
