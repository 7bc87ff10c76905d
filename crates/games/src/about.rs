//! What a game is to somebody who does not know its rules: enough for the form on which a table is set up.

use facedown_core::Game;

/// A game that can say what it is and what a table can choose.
///
/// A test compares what is said of the options with the type itself: every field is here, can be what is said here
/// and nothing else.
pub trait About: Game {
    /// The game's name as people write it.
    const TITLE: &'static str;
    /// What one does in it, in a sentence.
    const ABOUT: &'static str;
    /// Every field of the game's options, in the order in which a form has them.
    const SETTINGS: &'static [Setting];
}

/// One field of a game's options.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// What the field is called.
    pub key: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What it means, in a sentence.
    pub about: &'static str,
    /// What it can be.
    pub values: Values,
    /// The key of the flag without which it means nothing.
    pub needs: Option<&'static str>,
}

/// What a field of a game's options can be.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// True or false.
    Flag,
    /// A whole number.
    Number {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
        /// What is counted.
        unit: &'static str,
        /// What it is called to have no number at all, where that can be.
        none: Option<&'static str>,
    },
    /// One of these.
    OneOf(&'static [Choice]),
    /// A list of some of these, each at most once, the most important first.
    Ranking(&'static [Choice]),
}

/// Something that can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// What it is in the options.
    pub value: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What it means, in a sentence.
    pub about: &'static str,
}

impl Setting {
    /// A field with this key, title and meaning.
    pub const fn new(
        key: &'static str,
        title: &'static str,
        about: &'static str,
        values: Values,
    ) -> Self {
        Self { key, title, about, values, needs: None }
    }

    /// The same, but meaningless unless the flag with this key is set.
    #[must_use]
    pub const fn needs(mut self, key: &'static str) -> Self {
        self.needs = Some(key);
        self
    }
}

impl Choice {
    /// What has this value, title and meaning.
    pub const fn new(value: &'static str, title: &'static str, about: &'static str) -> Self {
        Self { value, title, about }
    }
}
