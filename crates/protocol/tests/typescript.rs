//! The TypeScript of the web client is generated from the Rust types. `cargo xtask codegen` writes it.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

use facedown_core::{About, Game, Refusal as _};
use facedown_protocol::{FromClient, FromServer, Kind, Refusal, VERSION, relay, rest};
use ts_rs::{Config, TS, TypeVisitor};

const HEADER: &str = "// Generated from the Rust types by `cargo xtask codegen`. Do not edit.\n";

/// The declarations of some types and of all types that they contain.
#[derive(Default)]
struct Declarations {
    seen: BTreeSet<TypeId>,
    found: BTreeMap<String, String>,
}

impl Declarations {
    fn of<T: TS + 'static + ?Sized>(mut self) -> Self {
        self.visit::<T>();
        self
    }

    fn text(&self) -> String {
        self.found.values().fold(HEADER.to_owned(), |text, declaration| text + "\n" + declaration)
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        let config = Config::new().with_large_int("number");
        if <T::WithoutGenerics as TS>::output_path().is_some() {
            let mut text = T::docs().unwrap_or_default();
            let _ = writeln!(text, "export {}", T::decl(&config));
            let name = T::ident(&config);
            // The same type with other parameters occurs again, with the same declaration.
            let other = self.found.insert(name.clone(), text.clone());
            assert!(other.is_none_or(|other| other == text), "two types are called {name}");
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn protocol() -> String {
    let mut text = Declarations::default()
        .of::<FromClient<'static>>()
        .of::<FromServer<'static>>()
        .of::<Kind>()
        .of::<Refusal>()
        .of::<rest::NewGuest>()
        .of::<rest::Guest>()
        .of::<rest::Me>()
        .of::<rest::Link>()
        .of::<rest::UseLink>()
        .of::<rest::SignOut>()
        .of::<rest::ReplayFilter>()
        .of::<rest::ReplayOf>()
        .of::<rest::Replay>()
        .of::<rest::ScenarioFilter>()
        .of::<rest::ScenarioOf>()
        .of::<rest::SummaryOf>()
        .of::<rest::GameSummary>()
        .of::<rest::AuditReport>()
        .of::<rest::Games>()
        .of::<rest::ReadDeck>()
        .of::<rest::DeckRead>()
        .of::<rest::HouseDecks>()
        .of::<rest::NewTable>()
        .of::<rest::NewTableInfo>()
        .of::<rest::TableFilter>()
        .of::<rest::Tables>()
        .of::<rest::Sit>()
        .of::<rest::OwnSeat>()
        .of::<rest::Kick>()
        .of::<rest::Rematch>()
        .of::<rest::LogFilter>()
        .of::<rest::Log<'_>>()
        .of::<rest::SetPace>()
        .of::<relay::PeerTables>()
        .of::<relay::PeerTableInfo>()
        .text();
    let _ = write!(
        text,
        "\n/**\n * The version of the protocol.\n */\nexport const VERSION = {VERSION};\n"
    );
    text
}

fn game<G: Game>() -> String
where
    G::Action: TS,
    G::Event: TS,
    G::View<'static>: TS,
    G::Options: TS,
{
    let mut declarations = Declarations::default()
        .of::<G::Action>()
        .of::<G::Event>()
        .of::<G::View<'static>>()
        .of::<G::Options>();
    let config = Config::new().with_large_int("number");
    // Only the kind of a refusal and a sentence are sent.
    let kinds: Vec<_> = G::Refusal::KINDS.iter().map(|kind| format!("\"{kind}\"")).collect();
    let kinds = format!(
        "/**\n * Why the rules refuse an action.\n */\nexport type RefusalKind = {};\n",
        kinds.join(" | ")
    );
    declarations.found.insert("RefusalKind".to_owned(), kinds);
    let mut text = declarations.text();
    let [action, event, view, options] = [
        G::Action::name(&config),
        G::Event::name(&config),
        <G::View<'static>>::name(&config),
        G::Options::name(&config),
    ];
    let _ = write!(
        text,
        "\n/**\n * What {name} is made of.\n */\nexport interface Game {{\n  action: {action};\n  event: {event};\n  view: {view};\n  options: {options};\n  refusal: RefusalKind;\n}}\n",
        name = G::NAME,
    );
    text
}

fn registry() -> String {
    let mut text = HEADER.to_owned();
    let camel = |name: &str| name.replace('-', "_");
    for name in facedown_games::NAMES {
        let _ = write!(text, "\nimport type {{ Game as {} }} from \"./{name}\";", camel(name));
    }
    text.push_str("\n\n/**\n * Every game by its name.\n */\nexport interface Games {\n");
    for name in facedown_games::NAMES {
        let _ = writeln!(text, "  \"{name}\": {};", camel(name));
    }
    text.push_str("}\n");
    text.push_str(
        "\n/**\n * What each game is called, and what it is about in a few sentences.\n */\n",
    );
    text.push_str(
        "export const ABOUT: Record<keyof Games, { title: string; about: string }> = {\n",
    );
    facedown_games::every_game!(G => {
        let _ = writeln!(text, "  {:?}: {{ title: {:?}, about: {:?} }},", G::NAME, G::TITLE, G::ABOUT);
    });
    text.push_str("};\n");
    text
}

#[test]
fn the_generated_typescript_is_current() {
    let mut files =
        vec![("types.ts".to_owned(), protocol()), ("games/index.ts".to_owned(), registry())];
    for &name in facedown_games::NAMES {
        let text = facedown_games::with_game!(name, G => game::<G>(), else unreachable!());
        files.push((format!("games/{name}.ts"), text));
    }
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol");
    for (name, text) in files {
        let path = folder.join(&name);
        if std::env::var_os("BLESS").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
        } else {
            let found = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(
                found == text,
                "web/src/protocol/{name} is not current; run `cargo xtask codegen`"
            );
        }
    }
}
