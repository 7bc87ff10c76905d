//! The chores, each a list of steps.

use std::path::Path;
use std::time::{Instant, SystemTime};

use crate::step::{Failed, Step, print_times};
use crate::{deny, figures, format, tidy, web};

const LINTS: [&str; 6] = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];

/// Runs all checks, or only the quick ones, and prints how long each step took.
pub(crate) fn test(root: &Path, is_quick: bool) -> Result<(), Failed> {
    let start = Instant::now();
    let tested = if is_quick { test_quickly(root) } else { test_all(root) };
    print_times();
    tested?;
    println!("all is well, {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn test_quickly(root: &Path) -> Result<(), Failed> {
    set_up(root)?;
    format::rust(root, true)?;
    web::packages(root)?;
    web::check_beside(root, || Step::cargo(root, "lints", &LINTS).run())?;
    Step::cargo(root, "unit tests", &["test", "--workspace", "--lib", "--bins"]).run()
}

fn test_all(root: &Path) -> Result<(), Failed> {
    set_up(root)?;
    web::install_browsers(root)?;
    let cargo = |name, args: &[&str]| Step::cargo(root, name, args);
    let docs = ["doc", "--workspace", "--no-deps"];
    format::rust(root, true)?;
    // Before the server is compiled, because the page is embedded in it.
    web::build(root)?;
    web::check_beside(root, || {
        deny::check(root)?;
        cargo("lints", &LINTS).run()?;
        cargo("documentation", &docs).env("RUSTDOCFLAGS", "-D warnings").run()?;
        check_for_browsers(root)
    })?;
    cargo("tests", &["test", "--workspace"]).run()?;
    web::test_in_browser(root)
}

/// Installs the components that a minimal toolchain lacks.
fn set_up(root: &Path) -> Result<(), Failed> {
    for component in ["rustfmt", "clippy"] {
        let tool = component.trim_start_matches("rust");
        if !Step::cargo(root, "set-up", &[tool, "--version"]).succeeds() {
            Step::new(root, "set-up", "rustup", &["component", "add", component]).run()?;
        }
    }
    Ok(())
}

/// Checks that the crates for browsers compile for WebAssembly, if the toolchain supports it.
fn check_for_browsers(root: &Path) -> Result<(), Failed> {
    const TARGET: &str = "wasm32-unknown-unknown";
    let installed = || {
        let print = ["--print", "target-libdir", "--target", TARGET];
        let folder = Step::new(root, "set-up", "rustc", &print).output();
        folder.is_ok_and(|folder| Path::new(folder.trim()).is_dir())
    };
    if !installed() && !Step::new(root, "set-up", "rustup", &["target", "add", TARGET]).succeeds() {
        println!(
            "== browsers: NOT CHECKED, because `rustup target add {TARGET}` does not work here\n"
        );
        return Ok(());
    }
    // It brings along the crates that it uses: core, crypto and protocol.
    let check = ["check", "--package", "facedown-peers", "--target", TARGET];
    Step::cargo(root, "browsers", &check).run()
}

/// Lets the tests of the generated files write them, and lists the changes.
pub(crate) fn codegen(root: &Path) -> Result<(), Failed> {
    generate(root)?;
    list_changes(root)
}

/// Lets the tests of the generated files write them.
pub(crate) fn generate(root: &Path) -> Result<(), Failed> {
    let tests = ["--test", "typescript", "--test", "vectors", "--test", "texts"];
    // Only the tests that write files: others may fail while something is being changed.
    let writing = ["--", "typescript_is_current", "the_vectors_are"];
    // With the features of the whole workspace, so that cargo need not compile dependencies again.
    let args = [&["test", "--workspace"], &tests[..], &writing].concat();
    Step::cargo(root, "codegen", &args).env("BLESS", "1").run()
}

/// Lets the golden tests write their files, and lists the changes.
pub(crate) fn bless(root: &Path, filter: Option<&str>) -> Result<(), Failed> {
    // Doctests have no golden files. A failure elsewhere must not keep a file from being written.
    let mut args = vec!["test", "--workspace", "--tests", "--no-fail-fast", "--"];
    args.extend(filter);
    let blessed = Step::cargo(root, "bless", &args).env("BLESS", "1").run();
    list_changes(root)?;
    blessed
}

fn list_changes(root: &Path) -> Result<(), Failed> {
    let changed = Step::new(root, "changes", "git", &["status", "--short"]).output()?;
    match changed.as_str() {
        "" => println!("nothing changed"),
        changed => print!("changed, to be read with `git diff`:\n{changed}"),
    }
    Ok(())
}

/// Runs the benchmarks and prints the figures.
pub(crate) fn bench(root: &Path, filter: Option<&str>) -> Result<(), Failed> {
    let mut args = vec!["bench", "--workspace", "--benches", "--"];
    args.extend(filter);
    let start = SystemTime::now();
    Step::cargo(root, "benchmarks", &args).run()?;
    figures::print(root, start);
    Ok(())
}

/// Runs a trial of the server with these arguments.
pub(crate) fn trial(root: &Path, name: &'static str, args: &[String]) -> Result<(), Failed> {
    // With debug assertions and overflow checks.
    let packages = ["--package", "facedown-trials", "--package", "facedown-cli"];
    Step::cargo(root, "build", &[&["build"], &packages[..]].concat()).run()?;
    let mut run = vec!["run", "--quiet", "--package", "facedown-trials", "--", name];
    run.extend(args.iter().map(String::as_str));
    Step::cargo(root, name, &run).run()
}

/// Measures tables between machines, with programs that are nearly as fast as released ones.
pub(crate) fn network(root: &Path, args: &[String]) -> Result<(), Failed> {
    let packages = ["--package", "facedown-trials", "--package", "facedown-cli"];
    let build = ["build", "--profile", "play"];
    Step::cargo(root, "build", &[&build[..], &packages[..]].concat()).run()?;
    let mut run = vec!["run", "--quiet", "--profile", "play", "--package", "facedown-trials"];
    run.extend(["--", "network"]);
    run.extend(args.iter().map(String::as_str));
    Step::cargo(root, "network", &run).run()
}

/// Prints everything that is untidy.
pub(crate) fn tidy(root: &Path) -> Result<(), Failed> {
    let problems = tidy::problems(root)?;
    for problem in &problems {
        println!("{problem}");
    }
    match problems.len() {
        0 => {
            println!("all is tidy");
            Ok(())
        }
        problems => Err(Failed::Untidy { problems }),
    }
}
