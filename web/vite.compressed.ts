// Writes a compressed form beside every file of the built page that gets shorter by it, so that the server need not.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(html|js|css|svg|webmanifest|json)$/;

export function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: () => {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!TEXTS.test(name)) continue;
        const path = join(folder, name);
        const bytes = readFileSync(path);
        const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        const gzip = gzipSync(bytes, { level: 9 });
        if (brotli.length < bytes.length) writeFileSync(`${path}.br`, brotli);
        if (gzip.length < bytes.length) writeFileSync(`${path}.gz`, gzip);
      }
    },
  };
}
