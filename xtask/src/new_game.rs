//! Creates a small working game from the files in xtask/template, and adds it to the registry.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::step::Failed;
use crate::tidy::has_word;
use crate::{chores, format};

/// Each file of the template: its text, and its destination. `{module}` is the name of the game's module, `{name}` the
/// game's name.
const FILES: [(&str, &str); 10] = [
    (include_str!("../template/game/mod.rs"), "crates/games/src/{module}/mod.rs"),
    (include_str!("../template/game/about.rs"), "crates/games/src/{module}/about.rs"),
    (include_str!("../template/game/action.rs"), "crates/games/src/{module}/action.rs"),
    (include_str!("../template/game/view.rs"), "crates/games/src/{module}/view.rs"),
    (include_str!("../template/game/RULES.md"), "crates/games/src/{module}/RULES.md"),
    (include_str!("../template/game/texts/en.ftl"), "crates/games/src/{module}/texts/en.ftl"),
    (include_str!("../template/tests/main.rs"), "crates/games/tests/{module}/main.rs"),
    (include_str!("../template/page/cover.ts"), "web/src/games/{name}/cover.ts"),
    (include_str!("../template/page/index.ts"), "web/src/games/{name}/index.ts"),
    (include_str!("../template/page/Board.svelte"), "web/src/games/{name}/Board.svelte"),
];

/// The file with the registry.
const REGISTRY: &str = "crates/games/src/lib.rs";

/// Names that a game cannot have: keywords of Rust, modules of the games' crate, and files next to the games' folders.
#[rustfmt::skip]
const RESERVED: [&str; 54] = [
    "about", "abstract", "allocations", "as", "async", "await", "become", "box", "break",
    "conformance", "const", "continue", "core", "crate", "do", "dyn", "else", "enum", "extern",
    "false", "final", "fn", "for", "gen", "if", "impl", "in", "index", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static",
    "std", "story", "struct", "super", "test", "texts", "trait", "true", "try", "type", "use",
    "versions",
];

/// Why a game cannot have this name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NameError {
    NotKebab,
    TooLong,
    Reserved,
    Taken,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotKebab => {
                "a game's name is lowercase words with hyphens between them, and begins with a letter; \
                 try a name such as pirate-bluff or texas-42"
            }
            Self::TooLong => "a game's name has at most 40 letters; choose a shorter one",
            Self::Reserved => "that word has another meaning in the code; add a second word, as in try-your-luck",
            Self::Taken => {
                "there is a game with this name already; choose another name, or remove its folders and its line of \
                 the registry first"
            }
        })
    }
}

/// Creates the game, formats it, generates its TypeScript, and prints what to do next.
pub(crate) fn run(root: &Path, name: &str) -> Result<(), Failed> {
    let written = make(root, name)?;
    let module = module(name);
    format::rust(root, false)?;
    chores::generate(root)?;
    println!("made {}:", title(name));
    for path in written {
        println!("  {}", path.display());
    }
    println!(
        "\nnow run its tests:   cargo test --workspace --test conformance --test peers --test {module} {module}\n\
         play in a terminal:  cargo run -- play {name}\n\
         play in a browser:   cargo xtask play\n\
         and make it your own, as docs/adding-a-game.md describes"
    );
    Ok(())
}

/// Writes the files and the line of the registry, and returns their paths.
fn make(root: &Path, name: &str) -> Result<Vec<PathBuf>, Failed> {
    let refused = |why: NameError| Failed::BadName { name: name.to_owned(), why };
    check(name).map_err(refused)?;
    let (module, kind) = (module(name), kind(name));
    let registry = root.join(REGISTRY);
    let games = std::fs::read_to_string(&registry).map_err(|error| unwritten(&registry, error))?;
    let known = || registered(&games);
    let folders =
        [root.join("crates/games/src").join(&module), root.join("web/src/games").join(name)];
    if known().any(|(known, game)| known == module || game == kind)
        || folders.iter().any(|folder| folder.exists())
    {
        return Err(refused(NameError::Taken));
    }
    let taken: Vec<String> = known().filter_map(|(module, _)| initials_of(root, module)).collect();
    let initials = initials(name, &taken);
    let mut written = vec![PathBuf::from(REGISTRY)];
    for (text, path) in FILES {
        let path = PathBuf::from(path.replace("{module}", &module).replace("{name}", name));
        let text = text
            .replace("\"tga\"", &format!("\"{initials}\""))
            .replace("template_game", &module)
            .replace("template-game", name)
            .replace("TemplateGame", &kind)
            .replace("Template Game", &title(name));
        write(&root.join(&path), &text)?;
        written.push(path);
    }
    let last = known().last().map(|(module, game)| format!("{module}::{game},\n"));
    let (before, after) =
        last.as_ref().and_then(|last| games.split_once(last)).unwrap_or((&games, ""));
    let line = format!("            {module}::{kind},\n");
    write(&registry, &[before, last.as_deref().unwrap_or_default(), &line, after].concat())?;
    Ok(written)
}

fn check(name: &str) -> Result<(), NameError> {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    if !name.split('-').all(is_word) || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err(NameError::NotKebab);
    }
    if name.len() > 40 {
        return Err(NameError::TooLong);
    }
    // The type of the game must not have the name of something that its files use.
    let is_used = FILES.iter().any(|(text, _)| has_word(text, &kind(name)));
    if RESERVED.contains(&name) || is_used { Err(NameError::Reserved) } else { Ok(()) }
}

/// The games in the registry: each one's module and type.
fn registered(list: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = list.lines().skip_while(|line| !line.contains("(@games $how:ident $with:tt)"));
    let lines = lines.skip(2).map_while(|line| line.trim().strip_suffix(','));
    lines.filter_map(|line| line.split_once("::"))
}

/// The prefix of a game's share codes.
fn initials_of(root: &Path, module: &str) -> Option<String> {
    let path = root.join("crates/games/src").join(module).join("mod.rs");
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.split_once("INITIALS: &'static str = \"")?.1.split_once('"')?.0.to_owned())
}

/// Two or three letters that no other game uses, from the initials of its words if possible.
fn initials(name: &str, taken: &[String]) -> String {
    let letters: Vec<char> = name.chars().filter(char::is_ascii_lowercase).collect();
    let words = name.split('-').filter_map(|word| word.chars().next());
    let of_words: String = words.filter(char::is_ascii_lowercase).take(3).collect();
    let first = letters.first().copied().unwrap_or('g');
    let of_letters = letters.iter().skip(1).map(|second| format!("{first}{second}"));
    let others = ('a'..='z').flat_map(|a| ('a'..='z').map(move |b| format!("{first}{a}{b}")));
    let mut free = std::iter::once(of_words)
        .chain(of_letters)
        .chain(others)
        .filter(|initials| initials.len() > 1 && !taken.contains(initials));
    free.next().unwrap_or_default()
}

/// `pirate-bluff` as a module: `pirate_bluff`.
fn module(name: &str) -> String {
    name.replace('-', "_")
}

/// `pirate-bluff` as a type: `PirateBluff`.
fn kind(name: &str) -> String {
    name.split('-').map(capitalised).collect()
}

/// `pirate-bluff` as a title: `Pirate Bluff`.
fn title(name: &str) -> String {
    name.split('-').map(capitalised).collect::<Vec<_>>().join(" ")
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn write(path: &Path, text: &str) -> Result<(), Failed> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, text))
        .map_err(|error| unwritten(path, error))
}

fn unwritten(path: &Path, source: std::io::Error) -> Failed {
    let command = path.display().to_string();
    Failed::NotStarted { step: "new-game".to_owned(), command, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_name_is_refused_with_what_to_do() {
        for name in [
            "",
            "Pirates",
            "pirate_bluff",
            "pirate bluff",
            "-pirates",
            "pirates-",
            "a--b",
            "42-points",
            "ké",
        ] {
            assert_eq!(check(name), Err(NameError::NotKebab), "{name:?}");
        }
        for name in ["match", "self", "texts", "card", "option", "conformance"] {
            assert_eq!(check(name), Err(NameError::Reserved), "{name:?}");
        }
        assert_eq!(check(&"long".repeat(11)), Err(NameError::TooLong));
        for name in ["pirate-bluff", "texas-43", "poker", "match-point", "card-sharks"] {
            assert_eq!(check(name), Ok(()), "{name:?}");
        }
    }

    #[test]
    fn the_name_of_a_game_is_taken() {
        let root = crate::root();
        for name in ["herding-cats", "texas-42", "texas42"] {
            let refused = make(&root, name).unwrap_err().to_string();
            assert!(
                refused.contains("there is a game with this name already"),
                "{name}: {refused}"
            );
        }
    }

    #[test]
    fn the_registry_is_read() {
        let list = std::fs::read_to_string(crate::root().join(REGISTRY)).unwrap();
        let games: Vec<_> = registered(&list).collect();
        assert!(games.contains(&("herding_cats", "HerdingCats")), "{games:?}");
        for (module, _) in games {
            assert!(initials_of(&crate::root(), module).is_some(), "{module}");
        }
    }

    #[test]
    fn initials_are_those_of_the_words_unless_another_game_has_them() {
        let taken = ["pb", "pi"].map(str::to_owned);
        assert_eq!(initials("pirate-bluff", &[]), "pb");
        assert_eq!(initials("pirate-bluff", &taken), "pr");
        assert_eq!(initials("go", &["go".to_owned()]), "gaa");
        assert_eq!(initials("texas-42", &[]), "te");
    }
}
