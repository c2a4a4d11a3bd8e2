//! The errors that follow if the table takes positions of different histories for the same.

use crate::choice::RootChoice;
use crate::encoded_move::EncodedMove;
use crate::evaluator::{Evaluator, EvaluatorInfo};
use crate::explain::Ledger;
use crate::game::Game;
use crate::limits::Limits;
use crate::node::Node;
use crate::params::Params;
use crate::position::Position;
use crate::rule::DeclaredRule;
use crate::score::Score;
use crate::search::Search;
use crate::tables::transposition::Transposition;

/// An evaluator with the mistake that a state key prevents: the table takes positions of different
/// histories for the same. A test of the key shows that a search with this one goes wrong.
#[derive(Clone, Debug)]
pub struct Keyless<E>(pub E);

impl<E: Evaluator> Evaluator for Keyless<E> {
    type State = E::State;

    const IS_COSTLY: bool = E::IS_COSTLY;

    fn info(&self) -> EvaluatorInfo {
        self.0.info()
    }

    fn rules(&self) -> Vec<DeclaredRule> {
        self.0.rules()
    }

    fn root(&self, game: &Game) -> E::State {
        self.0.root(game)
    }

    fn update(
        &self,
        state: &mut E::State,
        parent: &Node<E::State>,
        mv: EncodedMove,
        after: &Position,
    ) {
        self.0.update(state, parent, mv, after);
    }

    fn null(&self, parent: &Node<E::State>, after: &Position) -> E::State {
        self.0.null(parent, after)
    }

    fn post<L: Ledger>(&self, node: &Node<E::State>, ledger: &mut L) {
        self.0.post(node, ledger);
    }

    fn root_choice(&self) -> &impl RootChoice<E::State> {
        self.0.root_choice()
    }
}

/// The score of the second search after the first with one table, and on its own. The second should be one ply
/// deep, so that nothing but the table carries over.
pub fn after_and_alone<E: Evaluator>(evaluator: E, searches: &[(Game, Limits); 2]) -> [Score; 2] {
    let mut search = Search::new(evaluator, Transposition::with_bits(16));
    // What the first search learns of the evaluator would change the second one, too.
    search.set_params(Params::MICHNIEWSKI.uncorrected());
    let [first, second] = searches;
    search.go(&first.0, &first.1, |_| {});
    let after = search.go(&second.0, &second.1, |_| {}).score;
    search.clear();
    [after, search.go(&second.0, &second.1, |_| {}).score]
}
