//! Chess motifs that several rules share. No rule is named here directly: a motif that depends on one
//! refers to it by its name in [`crate::interplay`].

pub(crate) mod avalanche;
pub(crate) mod backward_pawns;
pub(crate) mod bastion;
pub(crate) mod batteries;
pub(crate) mod checkable;
pub(crate) mod colours;
pub(crate) mod development;
pub(crate) mod doubled_pawns;
pub(crate) mod endgame_pawns;
pub(crate) mod enemy_shelter;
pub(crate) mod imprisoned_queen;
pub(crate) mod king_zone;
pub(crate) mod locked;
pub(crate) mod lost_castling;
pub(crate) mod mobility;
pub(crate) mod open_files;
pub(crate) mod opposite_bishops;
pub(crate) mod outposts;
pub(crate) mod passers;
pub(crate) mod pawn_islands;
pub(crate) mod pawn_storm;
pub(crate) mod queen_rook_fortress;
pub(crate) mod reach;
pub(crate) mod shut_in;
pub(crate) mod small_material;
pub(crate) mod space;
pub(crate) mod walls;
pub(crate) mod x_ray;
