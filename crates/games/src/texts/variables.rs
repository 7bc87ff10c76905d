//! Which variables a message uses.

use std::collections::BTreeSet;

use fluent_syntax::ast::{CallArguments, Expression, InlineExpression, Pattern, PatternElement};

/// The names of the variables in a pattern, and in the messages that it refers to.
pub fn variables<'p>(
    pattern: &'p Pattern<&'p str>,
    referred: &dyn Fn(&str) -> Option<&'p Pattern<&'p str>>,
) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    in_pattern(pattern, referred, &mut names);
    names
}

type Referred<'r, 'p> = &'r dyn Fn(&str) -> Option<&'p Pattern<&'p str>>;

fn in_pattern<'p>(
    pattern: &'p Pattern<&'p str>,
    referred: Referred<'_, 'p>,
    names: &mut BTreeSet<String>,
) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        in_expression(expression, referred, names);
    }
}

fn in_expression<'p>(
    expression: &'p Expression<&'p str>,
    referred: Referred<'_, 'p>,
    names: &mut BTreeSet<String>,
) {
    match expression {
        Expression::Inline(inline) => in_inline(inline, referred, names),
        Expression::Select { selector, variants } => {
            in_inline(selector, referred, names);
            for variant in variants {
                in_pattern(&variant.value, referred, names);
            }
        }
    }
}

fn in_inline<'p>(
    inline: &'p InlineExpression<&'p str>,
    referred: Referred<'_, 'p>,
    names: &mut BTreeSet<String>,
) {
    match inline {
        InlineExpression::VariableReference { id } => {
            names.insert(id.name.to_owned());
        }
        InlineExpression::FunctionReference { arguments, .. } => {
            in_arguments(arguments, referred, names);
        }
        InlineExpression::MessageReference { id, attribute } => {
            let id = match attribute {
                Some(attribute) => format!("{}.{}", id.name, attribute.name),
                None => id.name.to_owned(),
            };
            if let Some(pattern) = referred(&id) {
                in_pattern(pattern, referred, names);
            }
        }
        InlineExpression::Placeable { expression } => in_expression(expression, referred, names),
        InlineExpression::StringLiteral { .. }
        | InlineExpression::NumberLiteral { .. }
        | InlineExpression::TermReference { .. } => {}
    }
}

fn in_arguments<'p>(
    arguments: &'p CallArguments<&'p str>,
    referred: Referred<'_, 'p>,
    names: &mut BTreeSet<String>,
) {
    for argument in &arguments.positional {
        in_inline(argument, referred, names);
    }
}
