//! The part of a server beside runs: a page, and answers to its questions.

/// A page that asks its server questions, as JSON, and gets answers, as JSON.
pub trait Explorer: Send + Sync {
    /// The page.
    fn page(&self) -> &str;

    /// The answer to the question of this name, whose body was sent.
    ///
    /// # Errors
    /// If there is no such question, it cannot be answered, or it cannot be answered now.
    fn answer(&self, question: &str, body: &[u8]) -> Result<String, Refusal>;
}

/// The reason that a question is not answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The status of HTTP.
    pub status: u16,
    /// The reason, for people.
    pub words: String,
}

#[allow(clippy::needless_pass_by_value, reason = "errors are mapped to it by value")]
impl Refusal {
    /// The question is wrong.
    pub fn invalid(words: impl ToString) -> Self {
        Self { status: 400, words: words.to_string() }
    }

    /// There is no such thing.
    pub fn unknown(words: impl ToString) -> Self {
        Self { status: 404, words: words.to_string() }
    }

    /// There is too much to do.
    pub fn busy(words: impl ToString) -> Self {
        Self { status: 503, words: words.to_string() }
    }
}
