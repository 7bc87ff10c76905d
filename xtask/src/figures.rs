//! Prints the results of the benchmarks, as ratios within one run.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::Value;

/// The prefix of the benchmark that the others of its group are compared with.
const REFERENCE: &str = "reference: ";

/// The result of one benchmark.
struct Figure {
    group: String,
    name: String,
    nanoseconds: f64,
}

/// Prints the results since `start`, each compared with the reference of its group.
pub(crate) fn print(root: &Path, start: SystemTime) {
    let mut figures = Vec::new();
    collect(&target(root).join("criterion"), start, &mut figures);
    figures.sort_by(|a, b| {
        (&a.group, a.nanoseconds)
            .partial_cmp(&(&b.group, b.nanoseconds))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    for group in figures.chunk_by(|a, b| a.group == b.group) {
        println!("\n{}", group[0].group);
        let reference = group.iter().find(|figure| figure.name.starts_with(REFERENCE));
        for Figure { name, nanoseconds, .. } in group {
            let ratio = reference.map_or_else(String::new, |reference| {
                format!("{:>8.3} ×", reference.nanoseconds / nanoseconds)
            });
            let (time, rate) = (time(*nanoseconds), rate(*nanoseconds));
            println!("  {name:<60} {time:>9}  {rate:>9}/s {ratio}");
        }
        if let Some(reference) = reference {
            let name = reference.name.trim_start_matches(REFERENCE);
            println!("  × times as fast as the reference ({name})");
        }
    }
}

/// A duration in a suitable unit.
fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        short if short < 1e4 => format!("{short:.1} ns"),
        longer if longer < 1e6 => format!("{:.1} µs", longer / 1e3),
        long => format!("{:.2} ms", long / 1e6),
    }
}

/// How many times per second.
fn rate(nanoseconds: f64) -> String {
    match 1e9 / nanoseconds {
        often if often >= 1e6 => format!("{:.2} M", often / 1e6),
        seldom => format!("{seldom:.0}"),
    }
}

fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Reads the results that Criterion has written into this folder and its subfolders.
fn collect(folder: &Path, start: SystemTime, figures: &mut Vec<Figure>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        if path.file_name().is_some_and(|name| name == "new") {
            figures.extend(figure(&path, start));
        } else {
            collect(&path, start, figures);
        }
    }
}

fn figure(folder: &Path, start: SystemTime) -> Option<Figure> {
    let file = folder.join("estimates.json");
    // Results of earlier runs are skipped.
    if fs::metadata(&file).ok()?.modified().ok()? < start {
        return None;
    }
    let read = |path: &Path| serde_json::from_str::<Value>(&fs::read_to_string(path).ok()?).ok();
    let about = read(&folder.join("benchmark.json"))?;
    let mean = read(&file)?["mean"]["point_estimate"].as_f64()?;
    Some(Figure {
        group: about["group_id"].as_str()?.to_owned(),
        name: about["function_id"].as_str()?.to_owned(),
        nanoseconds: mean / about["throughput"]["Elements"].as_f64().unwrap_or(1.0),
    })
}
