//! The games of Facedown, one module each: rules, and nothing but rules.

pub mod herding_cats;
