//! Parses the message files: their messages, what these use, and the sources that may use them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use facedown_games::{Story, variables};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, Resource};

/// A message, or an attribute of one: its variables, the functions and messages that it uses, and its plain text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Message {
    pub(crate) variables: BTreeSet<String>,
    pub(crate) functions: BTreeSet<String>,
    pub(crate) refers_to: BTreeSet<String>,
    pub(crate) text: String,
}

/// The messages of a file by their names: `card-kitten`, `card-kitten.one`.
pub(crate) type Messages = BTreeMap<String, Message>;

/// Parses a file. The error names the part that is not a message.
pub(crate) fn read(source: &str) -> Result<Messages, String> {
    let resource: Resource<&str> =
        fluent_syntax::parser::parse(source).map_err(|(_, errors)| format!("{errors:?}"))?;
    let mut patterns = BTreeMap::new();
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                let id = message.id.name;
                let value = message.value.iter().map(|value| (id.to_owned(), value));
                let attributes = message.attributes.iter();
                let attributes = attributes.map(|a| (format!("{id}.{}", a.id.name), &a.value));
                for (id, pattern) in value.chain(attributes) {
                    if patterns.insert(id.clone(), pattern).is_some() {
                        return Err(format!("{id} is defined twice"));
                    }
                }
            }
            Entry::Term(term) => return Err(format!("-{} is a term", term.id.name)),
            Entry::Junk { content } => return Err(format!("{content} cannot be parsed")),
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
        }
    }
    let message = |pattern: &Pattern<&str>| {
        let mut message = Message::default();
        walk(pattern, &mut message);
        message
    };
    let mut messages: Messages =
        patterns.iter().map(|(id, pattern)| (id.clone(), message(pattern))).collect();
    for (id, pattern) in &patterns {
        let used = variables(pattern, &|id| patterns.get(id).copied());
        if let Some(message) = messages.get_mut(id) {
            message.variables = used;
        }
    }
    Ok(messages)
}

fn walk(pattern: &Pattern<&str>, message: &mut Message) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => message.text += value,
            PatternElement::Placeable { expression } => expressed(expression, message),
        }
    }
}

fn expressed(expression: &Expression<&str>, message: &mut Message) {
    match expression {
        Expression::Inline(inline) => used(inline, message),
        Expression::Select { selector, variants } => {
            used(selector, message);
            for variant in variants {
                // Separates the sentences of two variants.
                message.text.push('\n');
                walk(&variant.value, message);
            }
            message.text.push('\n');
        }
    }
}

fn used(inline: &InlineExpression<&str>, message: &mut Message) {
    match inline {
        InlineExpression::StringLiteral { value } => message.text += value,
        InlineExpression::FunctionReference { id, .. } => {
            message.functions.insert(id.name.to_owned());
            message.text.push('…');
        }
        InlineExpression::MessageReference { id, attribute } => {
            let attribute = attribute.as_ref().map(|a| format!(".{}", a.name)).unwrap_or_default();
            message.refers_to.insert(format!("{}{attribute}", id.name));
            message.text.push('…');
        }
        InlineExpression::Placeable { expression } => expressed(expression, message),
        _ => message.text.push('…'),
    }
}

/// The words that all games share.
pub(crate) fn shared() -> Messages {
    read(include_str!("../../../games/src/texts/en.ftl")).unwrap()
}

/// The messages of a game in its first language; empty if it has none.
pub(crate) fn of<G: Story>() -> Messages {
    G::texts().languages().first().map_or_else(Messages::new, |(_, source)| read(source).unwrap())
}

/// All source code that may name a message of this game: the terminal without what it has for other games, and the game's
/// folders.
pub(crate) fn sources(game: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut text = String::new();
    for folder in [
        root.join("crates/cli/src"),
        root.join("crates/games/src").join(game.replace('-', "_")),
        root.join("web/src/games").join(game),
        root.join("web/src/lib"),
    ] {
        gather(&folder, game, &mut text);
    }
    text
}

/// The lines of the games' own code, which has refusals and descriptions in it, and of the terminal, without comments.
pub(crate) fn code() -> Vec<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut text = String::new();
    for folder in ["games/src", "cli/src"] {
        gather(&crates.join(folder), "", &mut text);
    }
    let lines = text.lines().map(|line| line.split(" // ").next().unwrap_or_default().trim());
    lines.filter(|line| !line.starts_with("//")).map(str::to_owned).collect()
}

fn gather(folder: &PathBuf, game: &str, text: &mut String) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        let is_source =
            path.extension().is_some_and(|ext| ["rs", "ts", "svelte"].iter().any(|it| ext == *it));
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().replace('_', "-");
        if !game.is_empty() && stem != game && facedown_games::NAMES.contains(&&*stem) {
            continue;
        }
        if path.is_dir() {
            gather(&path, game, text);
        } else if is_source && !path.to_string_lossy().ends_with(".test.ts") {
            *text += &std::fs::read_to_string(&path).unwrap();
        }
    }
}
