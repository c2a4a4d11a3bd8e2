//! Players outside the cores: their own uncertainty, and their response to the others.

use ndarray::{Array2, Axis};

use super::fit::{Fit, information};
use super::inverse::Inverse;
use super::prior_precision;
use super::structure::Group;

/// All players outside the cores.
#[derive(Debug)]
pub(super) struct Outside {
    /// Of all parameters, the place of those that are players outside.
    places: Vec<Option<usize>>,
    /// The covariance of these players if the cores were certain: the inverse of the posterior's
    /// curvature. `None` without such players.
    own: Option<Inverse>,
    /// The derivatives of gradients of players outside by fitted parameters: the place of the parameter,
    /// that of the player, and the derivative.
    pulls: Vec<(usize, usize, f64)>,
    priors: Vec<Centre>,
}

/// The centre of the priors of players outside.
#[derive(Debug)]
struct Centre {
    /// Places of these players.
    players: Vec<usize>,
    /// Places of the parameters of their core.
    core: Vec<usize>,
    /// The derivative of the gradient of each of the players by each of the core.
    share: f64,
}

impl Outside {
    /// Of the players that `fit` is free to move, with the places of the parameters fitted within the
    /// cores.
    pub(super) fn new(
        fit: &Fit,
        theta: &[f64],
        inside: &[Option<usize>],
        groups: &[Group],
    ) -> Self {
        let places = fit.places().to_vec();
        let mut pulls = Vec::new();
        for e in fit.encounters() {
            let information = information(theta, e);
            for (player, sign) in e.form(theta.len()) {
                for (other, other_sign) in e.form(theta.len()) {
                    if let (Some(player), Some(other)) = (places[player], inside[other]) {
                        pulls.push((other, player, -information * sign * other_sign));
                    }
                }
            }
        }
        let own = (fit.pattern().rows() > 0).then(|| Inverse::new(fit.curvature(theta)));
        let centre = |group: &Group| Centre {
            players: group.members.iter().filter_map(|&e| places[e]).collect(),
            core: group.core.iter().filter_map(|&e| inside[e]).collect(),
            share: prior_precision() / group.core.len() as f64,
        };
        let priors = groups.iter().map(centre);
        Self { priors: priors.filter(|c| !c.players.is_empty()).collect(), places, own, pulls }
    }

    /// The index of a parameter among the players outside.
    pub(super) fn place(&self, parameter: usize) -> Option<usize> {
        self.places[parameter]
    }

    /// The number of players outside.
    pub(super) fn rows(&self) -> usize {
        self.own.as_ref().map_or(0, Inverse::rows)
    }

    /// The products of their covariance with some columns.
    pub(super) fn times(&self, columns: Array2<f64>) -> Array2<f64> {
        match &self.own {
            Some(own) => own.times(&columns),
            None => columns,
        }
    }

    /// Adds to the weights of what was fitted those that they have by way of the players outside; `own`
    /// are the products of the weights of these players.
    pub(super) fn follow(&self, own: &Array2<f64>, weights: &mut Array2<f64>) {
        for (own, mut weights) in own.axis_iter(Axis(1)).zip(weights.axis_iter_mut(Axis(1))) {
            for &(parameter, player, pull) in &self.pulls {
                weights[parameter] += pull * own[player];
            }
            for centre in &self.priors {
                let sum: f64 = centre.players.iter().map(|&player| own[player]).sum();
                for &parameter in &centre.core {
                    weights[parameter] += centre.share * sum;
                }
            }
        }
    }
}
