//! The page: installs what it needs, builds it, tests it, and starts a server with it.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::step::{Failed, Step};

/// A browser that the page is tested in.
struct Browser {
    title: &'static str,
    /// The name of its apt package.
    package: &'static str,
    /// The environment variable with its path, which the tests read as well.
    variable: &'static str,
    /// The paths where the packages of common systems install it.
    places: &'static [&'static str],
}

const CHROMIUM: Browser = Browser {
    title: "Chromium",
    package: "chromium",
    variable: "CHROMIUM",
    places: &[
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
        "/snap/bin/chromium",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ],
};

const FIREFOX: Browser = Browser {
    title: "Firefox",
    package: "firefox-esr",
    variable: "FIREFOX",
    places: &[
        "/usr/bin/firefox-esr",
        "/usr/bin/firefox",
        "/snap/bin/firefox",
        "/Applications/Firefox.app/Contents/MacOS/firefox",
    ],
};

/// Builds everything and starts the server.
pub(crate) fn play(root: &Path, serve: &[String]) -> Result<(), Failed> {
    build(root)?;
    let mut args = vec!["run", "--profile", "play", "--package", "facedown-cli", "--", "serve"];
    args.extend(serve.iter().map(String::as_str));
    Step::cargo(root, "the server", &args).run()
}

/// Checks and tests the page, and does this meanwhile, because most checks of the page use one processor.
pub(crate) fn check_beside(
    root: &Path,
    meanwhile: impl FnOnce() -> Result<(), Failed>,
) -> Result<(), Failed> {
    let is_stopped = AtomicBool::new(false);
    thread::scope(|scope| {
        let page = scope.spawn(|| check(root, &is_stopped));
        let done = meanwhile();
        is_stopped.store(done.is_err(), Ordering::Relaxed);
        let checked = page.join().unwrap_or_else(|panic| resume_unwind(panic));
        done.and(checked)
    })
}

fn check(root: &Path, is_stopped: &AtomicBool) -> Result<(), Failed> {
    let checks: [(_, &[&str]); 4] = [
        ("the page's format", &["run", "format:check"]),
        ("the page's lints", &["run", "lint"]),
        ("the page's types", &["run", "check"]),
        ("the page's tests", &["test"]),
    ];
    for (name, script) in checks {
        if is_stopped.load(Ordering::Relaxed) {
            break;
        }
        npm(root, name, script).run_in_background()?;
    }
    Ok(())
}

/// Installs the browsers that the page is tested in, where they are missing and this system permits it.
pub(crate) fn install_browsers(root: &Path) -> Result<(), Failed> {
    CHROMIUM.find_or_install(root)?;
    FIREFOX.find_or_install(root)?;
    Ok(())
}

/// Tests the page in real browsers, against the server that the tests of the command have just built, with the page embedded.
pub(crate) fn test_in_browser(root: &Path) -> Result<(), Failed> {
    let step = in_browser(root, "the page in a browser", &["run", "e2e"])?;
    let firefox = FIREFOX.find_or_install(root)?;
    if firefox.is_none() {
        println!(
            "== Firefox: NOT CHECKED, because it is not installed; set FIREFOX=/path/to/firefox if it is\n"
        );
    }
    step.env(FIREFOX.variable, &firefox.unwrap_or_default().to_string_lossy()).run()
}

/// Takes screenshots of every screen, or those of the README.
pub(crate) fn shots(root: &Path, readme: bool) -> Result<(), Failed> {
    build(root)?;
    Step::cargo(root, "the server", &["build", "--package", "facedown-cli"]).run()?;
    let which = if readme { "boards" } else { "screens" };
    in_browser(root, "pictures", &["run", "shots", "--", which])?.run()
}

/// Prepares a script of the page that drives Chromium and starts servers, which have been built.
fn in_browser(root: &Path, name: &'static str, script: &[&str]) -> Result<Step, Failed> {
    let chromium = CHROMIUM.find_or_install(root)?.ok_or(Failed::Missing {
        what: "Chromium",
        how: "the page is tested in it; install it with your package manager, or set CHROMIUM=/path/to/chromium",
    })?;
    let server = root.join("target/debug/facedown");
    Ok(npm(root, name, script)
        .env(CHROMIUM.variable, &chromium.to_string_lossy())
        .env("FACEDOWN_BIN", &server.to_string_lossy()))
}

/// Builds the page.
pub(crate) fn build(root: &Path) -> Result<(), Failed> {
    packages(root)?;
    npm(root, "the page", &["run", "build"]).run()
}

/// Installs the packages of the page, unless they match the lockfile already.
pub(crate) fn packages(root: &Path) -> Result<(), Failed> {
    for program in ["node", "npm"] {
        if !Step::new(root, "set-up", program, &["--version"]).succeeds() {
            return Err(Failed::Missing {
                what: "Node.js with npm",
                how: "the page is built with it; install version 20.19 or newer from https://nodejs.org or with \
                      your package manager, and try again. Without it, `cargo run --release -- play` plays in \
                      the terminal",
            });
        }
    }
    let written =
        |path: &str| root.join("web").join(path).metadata().and_then(|data| data.modified()).ok();
    let installed = written("node_modules/.package-lock.json");
    if installed.is_some() && installed >= written("package-lock.json") {
        return Ok(());
    }
    // Not `npm ci`, which also needs the bundler's packages for all other systems, and a registry may not have them. The
    // versions are still those of the lockfile, which is not changed.
    npm(root, "the page's packages", &["install", "--no-save"]).run()
}

fn npm(root: &Path, name: &'static str, args: &[&str]) -> Step {
    let args = [&["--prefix", "web"], args].concat();
    Step::new(root, name, "npm", &args)
}

impl Browser {
    /// The path of this browser, which is installed if it is missing and this system permits it.
    fn find_or_install(&self, root: &Path) -> Result<Option<PathBuf>, Failed> {
        if let Some(chosen) = std::env::var_os(self.variable) {
            return Ok(Some(chosen.into()));
        }
        if self.find().is_none() {
            self.install(root)?;
        }
        Ok(self.find())
    }

    fn find(&self) -> Option<PathBuf> {
        self.places.iter().map(PathBuf::from).find(|path| path.exists())
    }

    /// Installs it with apt, as root or with a sudo that needs no password. Does nothing on other systems.
    fn install(&self, root: &Path) -> Result<(), Failed> {
        let quietly = |program, args: &[&str]| Step::new(root, "set-up", program, args);
        let is_root = quietly("id", &["-u"]).output().is_ok_and(|id| id.trim() == "0");
        let has_sudo = !is_root && quietly("sudo", &["-n", "true"]).succeeds();
        if !quietly("apt-get", &["--version"]).succeeds() || !(is_root || has_sudo) {
            return Ok(());
        }
        let apt = |args: &[&str]| {
            let all = [&["apt-get"], args].concat();
            let all = if is_root { all } else { [&["sudo", "-n"], &all[..]].concat() };
            Step::new(root, self.title, all[0], &all[1..])
                .env("DEBIAN_FRONTEND", "noninteractive")
                .run()
        };
        apt(&["update", "-q"])?;
        apt(&["install", "-y", "-q", "--no-install-recommends", self.package])
    }
}
