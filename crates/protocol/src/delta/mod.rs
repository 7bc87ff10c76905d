//! Differences between two versions of the same JSON, such as a viewer's view before and after an action, in shorthand.
//!
//! A view is written onto a [`Tape`]: its JSON, and where each value in it begins and ends. To compare two values is
//! then to compare two runs of bytes. [`Tape::delta`] writes the difference as JSON, and [`apply`] makes the new value
//! from the old one.
//!
//! What a difference means depends on the value that it is applied to:
//!
//! | difference | old value | new value |
//! | --- | --- | --- |
//! | a text, number, `true`, `false`, `null` | any, or none | what that is shorthand for |
//! | `[v]` | any, or none | `v` |
//! | `[]` | a member of an object | that member is gone |
//! | `{"word": d, …}` | an object | the member with each of these keys is changed by its `d`, or added |
//! | `{"3": d, …}` | an array | the element with each of these indices is changed by its `d` |
//! | `[at, gone, v, …]` | an array | from index `at` on, `gone` elements give way to all the `v` |
//! | `[step, step, …]`, at least two | an array | one after the other, each of the last two kinds |
//!
//! Texts, keys of objects and each `v` are in shorthand, so that the same things need not be spelt again and again. The
//! house tells a client its [`Vocabulary`] once: texts, and keys that belong together. In shorthand:
//!
//! | shorthand | value |
//! | --- | --- |
//! | a number, `true`, `false`, `null`, `[]` | itself |
//! | `"'text"` | the text after the apostrophe |
//! | `"2f"` | the text or list that is the word with this number, which is in base 36 |
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

pub use apply::{Misfit, apply, view_of};
pub use learn::Learner;
pub use shorthand::{Shape, Shorthand, Vocabulary};
pub use tape::Tape;
