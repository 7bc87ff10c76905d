//! Why the rules refuse an action, and the macro with which a game lists its reasons.

/// Why the rules refuse an action. Its `Display` is a sentence that says what to do instead.
///
/// [`refusals!`](crate::refusals) implements it.
pub trait Refusal: std::error::Error + Clone + PartialEq + Send + Sync + 'static {
    /// Every kind there is.
    const KINDS: &'static [&'static str];

    /// A short name for machines, in kebab case.
    fn kind(&self) -> &'static str;
    /// The numbered rule that was broken.
    fn rule(&self) -> &'static str;
}

/// Declares the reasons for which a game refuses an action, each with its rule and its sentence.
///
/// The name of a variant in kebab case is its [`kind`](Refusal::kind). `#[rule("R-TURN-01")]` is the rule that it
/// breaks; where the rule depends on the situation, a field has it, and `#[rule(field)]` says which. `#[error]` is the
/// sentence, as in `thiserror`, which the game's crate has to depend on.
///
/// ```
/// use facedown_core::{Card, Refusal as _};
///
/// facedown_core::refusals! {
///     /// Why an action is refused.
///     pub enum Refusal {
///         /// The card is not in the player's own hand.
///         #[rule("R-TURN-01")]
///         #[error("card {card} is not in your hand; play one that is")]
///         NotInHand {
///             /// Which card.
///             card: Card,
///         },
///         /// An action of another phase of the game.
///         #[rule(rule)]
///         #[error("that cannot be done now: {now}")]
///         NotNow {
///             /// What can be done.
///             now: &'static str,
///             /// The rule that says so.
///             rule: &'static str,
///         },
///     }
/// }
///
/// let refusal = Refusal::NotNow { now: "draw a card", rule: "R-TURN-02" };
/// assert_eq!((refusal.kind(), refusal.rule()), ("not-now", "R-TURN-02"));
/// assert_eq!(refusal.to_string(), "that cannot be done now: draw a card");
/// assert_eq!(Refusal::KINDS, ["not-in-hand", "not-now"]);
/// ```
#[macro_export]
macro_rules! refusals {
    (
        $(#[doc = $about:expr])*
        $visibility:vis enum $Refusal:ident {
            $(
                $(#[doc = $doc:expr])*
                #[rule($rule:tt)]
                #[error($($message:tt)*)]
                $Variant:ident $({ $($fields:tt)* })?
            ),* $(,)?
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, Eq, ::thiserror::Error)]
        $visibility enum $Refusal {
            $(
                $(#[doc = $doc])*
                #[error($($message)*)]
                $Variant $({ $($fields)* })?,
            )*
        }

        impl $crate::Refusal for $Refusal {
            const KINDS: &'static [&'static str] = &[$($crate::refusals!(@kind $Variant)),*];

            fn kind(&self) -> &'static str {
                match self {
                    $(Self::$Variant { .. } => $crate::refusals!(@kind $Variant),)*
                }
            }

            fn rule(&self) -> &'static str {
                match self {
                    $($crate::refusals!(@with $Variant $rule) => $rule,)*
                }
            }
        }
    };
    (@kind $Variant:ident) => {{
        const NAME: &str = stringify!($Variant);
        const KIND: &[u8] = &$crate::refusal::kebab::<{ $crate::refusal::kebab_length(NAME) }>(NAME);
        $crate::refusal::as_text(KIND)
    }};
    (@with $Variant:ident $rule:literal) => {
        Self::$Variant { .. }
    };
    (@with $Variant:ident $rule:ident) => {
        Self::$Variant { $rule, .. }
    };
}

/// How long the name of a variant is in kebab case.
#[doc(hidden)]
pub const fn kebab_length(name: &str) -> usize {
    let (name, mut at) = (name.as_bytes(), 0);
    let mut length = name.len();
    while at < name.len() {
        length += (at > 0 && name[at].is_ascii_uppercase()) as usize;
        at += 1;
    }
    length
}

/// The name of a variant in kebab case: `NotInHand` is `not-in-hand`.
#[doc(hidden)]
pub const fn kebab<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let name = name.as_bytes();
    let (mut kebab, mut written, mut at) = ([b'-'; LENGTH], 0, 0);
    while at < name.len() {
        written += (at > 0 && name[at].is_ascii_uppercase()) as usize;
        kebab[written] = name[at].to_ascii_lowercase();
        written += 1;
        at += 1;
    }
    kebab
}

/// What [`kebab`] wrote, as text.
#[doc(hidden)]
pub const fn as_text(kebab: &'static [u8]) -> &'static str {
    match std::str::from_utf8(kebab) {
        Ok(text) => text,
        Err(_) => panic!("the name of a variant has only ASCII letters"),
    }
}

#[cfg(test)]
mod tests {
    use super::Refusal as _;

    crate::refusals! {
        /// Names of every shape.
        enum Refusal {
            /// Short words, and letters on their own.
            #[rule("R-A-01")]
            #[error("none")]
            NotANope,
            /// One word.
            #[rule("R-A-02")]
            #[error("blind")]
            Blind,
        }
    }

    #[test]
    fn a_kind_is_the_name_in_kebab_case() {
        assert_eq!(Refusal::KINDS, ["not-a-nope", "blind"]);
        assert_eq!((Refusal::NotANope.kind(), Refusal::NotANope.rule()), ("not-a-nope", "R-A-01"));
        assert_eq!((Refusal::Blind.kind(), Refusal::Blind.rule()), ("blind", "R-A-02"));
    }
}
