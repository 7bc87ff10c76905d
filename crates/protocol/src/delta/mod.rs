//! Differences between two versions of the same JSON, such as a viewer's view before and after an action, in shorthand.
//!
//! A view is written onto a [`Tape`]: its JSON, and where each value in it begins and ends. Two values are then compared
//! as byte strings. [`Tape::delta`] writes the difference as JSON, and [`apply`] makes the new value from the old one.
//!
//! The meaning of a difference depends on the value that it is applied to:
//!
//! | difference | old value | new value |
//! | --- | --- | --- |
//! | a string, number, `true`, `false`, `null` | any, or none | the value that it is shorthand for |
//! | `[v]` | any, or none | `v` |
//! | `[]` | a member of an object | the member is removed |
//! | `{"word": d, …}` | an object | the member with each of these keys is changed by its `d`, or added |
//! | `{"3": d, …}` | an array | the element with each of these indices is changed by its `d` |
//! | `[at, gone, v, …]` | an array | from index `at` on, `gone` elements are replaced by all the `v` |
//! | `[step, step, …]`, at least two | an array | the steps, each of one of the last two kinds, are applied in order |
//!
//! Strings, keys of objects and each `v` are in shorthand, so that frequent strings and keys are not repeated in every
//! message. The server sends its [`Vocabulary`] once: strings, and keys that occur together. In shorthand:
//!
//! | shorthand | value |
//! | --- | --- |
//! | a number, `true`, `false`, `null`, `[]` | itself |
//! | `"'text"` | the string after the apostrophe |
//! | `"2f"` | the word with this number in base 36: a string or a list |
//! | `[k, v, …]`, `k` at least 1 | an object with the keys of shape number `k` and these values |
//! | `[0, v, …]` | an array of these values |
//! | `[-1, v]` | `v`, which is not in shorthand |
//! | `{"key": v, …}` | an object with these keys, spelt out, and these values |

mod apply;
mod differ;
mod learn;
mod scribe;
mod shorthand;
mod tape;

pub use apply::{DeltaError, apply, view_of};
pub use learn::Learner;
pub use shorthand::{Shape, Shorthand, Vocabulary};
pub use tape::Tape;
