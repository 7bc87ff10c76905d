//! Differences between two versions of the same JSON, such as a viewer's view before and after an action.
//!
//! A view is written onto a [`Tape`]: its JSON, and where each value in it begins and ends. To compare two values is
//! then to compare two runs of bytes, and to copy one is to copy its bytes. [`Tape::delta`] writes the difference as
//! JSON, and [`apply`] makes the new value from the old one.
//!
//! What a difference means depends on the value that it is applied to:
//!
//! | difference | old value | new value |
//! | --- | --- | --- |
//! | a text, number, `true`, `false`, `null` | any | the difference itself |
//! | `[v]` | any | `v` |
//! | `[]` | a member of an object | that member is gone |
//! | `{"key": d, …}` | an object | each named member is changed by its `d`, or added |
//! | `{"3": d, …}` | an array | each element with that index is changed by its `d` |
//! | `[at, gone, v, …]` | an array | from index `at` on, `gone` elements give way to all the `v` |
//! | `[step, step, …]`, at least two | an array | one after the other, each of the last two kinds |
//! | `{…}` | neither an object nor an array, or nothing | the difference itself |

mod apply;
mod differ;
mod tape;

pub use apply::{Misfit, apply};
pub use tape::Tape;
