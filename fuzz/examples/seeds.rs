//! Writes real values into the corpora of the fuzz targets.

use std::fs;
use std::path::Path;

fn main() -> std::io::Result<()> {
    for target in facedown_fuzz::TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
        fs::create_dir_all(&folder)?;
        for (number, seed) in facedown_fuzz::seeds(target).iter().enumerate() {
            fs::write(folder.join(format!("seed-{number:03}")), seed)?;
        }
    }
    Ok(())
}
