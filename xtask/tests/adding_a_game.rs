//! docs/adding-a-game.md is right: its commands are run, as they are written, in a copy of the repository.
//!
//! The copy and what is built of it are a cache in `target/new-game`, so that a second run builds only what has changed. It
//! can be deleted at any time.
#![allow(clippy::unwrap_used)] // what fails here is the test

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PAGE: &str = include_str!("../../docs/adding-a-game.md");

/// Tells tools for backups and cleaning that a folder is a cache (<https://bford.info/cachedir/>).
const CACHE_TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55\n";

#[test]
fn the_page_leads_to_a_game_that_plays() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let place = root.join("target/new-game");
    let copy = place.join("repository");
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join("CACHEDIR.TAG"), CACHE_TAG).unwrap();
    copy_repository(root, &copy);
    let target = place.join("target");
    build_quickly(&root.join("crates"), &place.join(".cargo"));
    borrow_dependencies(&root.join("target/debug"), &target.join("debug"));
    let chromium = chromium();
    let has_packages =
        link_packages(&root.join("web/node_modules"), &copy.join("web/node_modules"));
    let missing = |command: &str| match command {
        _ if !command.starts_with("npm") => None,
        _ if !has_packages => Some("the packages in web/node_modules"),
        _ if command.contains("run e2e") && chromium.is_none() => Some("Chromium"),
        _ => None,
    };

    let before = texts(&copy);
    let mut printed = String::new();
    for command in commands() {
        if let Some(missing) = missing(command) {
            // Not with a macro: what a passing test prints with one is not shown.
            let _ = writeln!(std::io::stderr(), "NOT CHECKED: `{command}` needs {missing}");
            continue;
        }
        printed += &run(&copy, &target, chromium.as_deref(), command);
    }
    if has_packages && chromium.is_some() {
        assert!(printed.contains("Pirate Bluff: people and bots play to the end"), "{printed}");
        assert!(printed.contains("1 passed"), "{printed}");
    }
    assert!(printed.contains("made Pirate Bluff"), "{printed}");
    assert!(printed.contains("test pirate_bluff::noninterference ... ok"), "{printed}");
    assert!(printed.contains("The game is over."), "{printed}");
    assert!(printed.contains("pirate-bluff, 2 players, 100 games"), "{printed}");
    // Nothing but the game's own folders, what is generated, and one line of the registry.
    let after = texts(&copy);
    let registry = Path::new("crates/games/src/lib.rs");
    let lines = |texts: &Texts| texts[registry].split(|&it| it == b'\n').count();
    assert_eq!(lines(&after), lines(&before) + 1);
    let paths: BTreeSet<&PathBuf> = before.keys().chain(after.keys()).collect();
    let changed = paths.into_iter().filter(|path| before.get(*path) != after.get(*path));
    let is_expected = |path: &Path| {
        let path = path.to_string_lossy();
        path == "crates/games/src/lib.rs"
            || path.starts_with("web/src/protocol/")
            || path.starts_with("web/dist/page/")
            || path.starts_with("web/test-results/")
            || path.contains("/pirate_bluff/")
            || path.contains("/pirate-bluff/")
    };
    let unexpected: Vec<_> = changed.filter(|path| !is_expected(path)).collect();
    assert!(unexpected.is_empty(), "{unexpected:?}");
}

/// The commands of the page's shell blocks.
fn commands() -> impl Iterator<Item = &'static str> {
    let blocks = PAGE.split("```sh\n").skip(1);
    blocks.flat_map(|block| block.split("```").next().unwrap_or_default().lines())
}

/// Where Chromium is, as the browser tests look for it.
fn chromium() -> Option<PathBuf> {
    let chosen = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let usual = ["chromium", "chromium-browser", "google-chrome"];
    let usual = usual.into_iter().map(|name| Path::new("/usr/bin").join(name));
    chosen.into_iter().chain(usual).find(|path| path.exists())
}

/// Runs a command in the copy; whoever plays in the terminal always takes the first choice.
fn run(copy: &Path, target: &Path, chromium: Option<&Path>, command: &str) -> String {
    let mut child = Command::new("sh")
        .args(["-c", command])
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", target)
        .env("FACEDOWN_BIN", target.join("debug/facedown"))
        .env("CHROMIUM", chromium.unwrap_or(Path::new("")))
        // The real repository has its own values for these while its tests run.
        .env_remove("BLESS")
        .env_remove("FACEDOWN_GAMES")
        .env_remove("FACEDOWN_PAGE")
        .env_remove("CARGO_MANIFEST_DIR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A command that reads nothing closes its end.
    let _ = stdin.write_all("1\n".repeat(50).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "`{command}` failed:\n{printed}");
    printed
}

/// Copies what git knows or would add. Files that have not changed stay, so that less is built again.
fn copy_repository(root: &Path, copy: &Path) {
    let wanted = files(root);
    for path in files_below(copy) {
        if !wanted.contains(&path) {
            std::fs::remove_file(copy.join(&path)).unwrap();
            // Folders that are empty now; only such a folder can be removed.
            let mut folders = path.ancestors().skip(1);
            while folders.next().is_some_and(|it| std::fs::remove_dir(copy.join(it)).is_ok()) {}
        }
    }
    for path in &wanted {
        let (from, to) = (root.join(path), copy.join(path));
        let text = std::fs::read(&from).unwrap();
        if std::fs::read(&to).is_ok_and(|there| there == text) {
            continue;
        }
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::write(&to, text).unwrap();
    }
}

/// The files of a folder with what is in them.
type Texts = BTreeMap<PathBuf, Vec<u8>>;

fn texts(folder: &Path) -> Texts {
    let read = |path: PathBuf| (std::fs::read(folder.join(&path)).unwrap(), path);
    files_below(folder).into_iter().map(read).map(|(text, path)| (path, text)).collect()
}

/// The files of the repository. Cargo finds the settings in `.cargo` above the copy.
fn files(root: &Path) -> BTreeSet<PathBuf> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let paths = listed.split('\0').filter(|path| !path.is_empty() && !path.starts_with(".cargo"));
    paths.map(PathBuf::from).filter(|path| root.join(path).is_file()).collect()
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in std::fs::read_dir(inner).into_iter().flatten().flatten() {
            let path = entry.path();
            if entry.file_name() == "node_modules" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(folder).unwrap().to_owned());
            }
        }
    }
    found
}

/// Has our own crates compiled without optimisation: here they are compiled for a few games only.
fn build_quickly(crates: &Path, settings: &Path) {
    let crates = std::fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().file_name());
    let quickly = |name: OsString| {
        format!("[profile.dev.package.facedown-{}]\nopt-level = 0\n", name.to_string_lossy())
    };
    let mut text: Vec<String> = crates.map(quickly).collect();
    text.sort();
    let (path, text) = (settings.join("config.toml"), text.concat());
    if std::fs::read_to_string(&path).is_ok_and(|there| there == text) {
        return;
    }
    std::fs::create_dir_all(settings).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Gives the copy the dependencies that have been built already, so that only our own crates are built again.
///
/// Compiled files are never written to once they are there, so a link is enough. What cargo notes about them is copied.
fn borrow_dependencies(from: &Path, to: &Path) {
    if to.join(".fingerprint").exists() {
        return;
    }
    let is_ours = |name: &OsStr| {
        let name = name.to_string_lossy();
        let name = name.strip_prefix("lib").unwrap_or(&name);
        name.starts_with("facedown") || name.starts_with("xtask")
    };
    for folder in ["deps", "build", ".fingerprint"] {
        let is_note = folder == ".fingerprint";
        for path in files_below(&from.join(folder)) {
            // Programs, our tests among them, have no such prefix.
            let is_library = folder != "deps" || path.to_string_lossy().starts_with("lib");
            if !is_library || path.iter().any(is_ours) {
                continue;
            }
            let (from, to) = (from.join(folder).join(&path), to.join(folder).join(&path));
            std::fs::create_dir_all(to.parent().unwrap()).unwrap();
            if is_note || std::fs::hard_link(&from, &to).is_err() {
                let _ = copy_with_time(&from, &to);
            }
        }
    }
}

/// Cargo compares the times of files.
fn copy_with_time(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::copy(from, to)?;
    let modified = from.metadata()?.modified()?;
    std::fs::File::options().append(true).open(to)?.set_modified(modified)
}

/// Gives the copy the packages of the page, if they are installed.
fn link_packages(from: &Path, to: &Path) -> bool {
    if !from.exists() {
        return false;
    }
    #[cfg(unix)]
    if !to.exists() {
        std::os::unix::fs::symlink(from, to).unwrap();
    }
    to.exists()
}
