// How the page is built, and how the dev server reaches a running Facedown server (FACEDOWN_SERVER, http://127.0.0.1:4242 by default).
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compressed } from "./vite.compressed.ts";

const server = process.env.FACEDOWN_SERVER ?? "http://127.0.0.1:4242";

export default defineConfig({
  plugins: [svelte(), compressed()],
  server: {
    port: Number(process.env.PORT ?? 4310),
    strictPort: true,
    // The rules are shown as they stand beside the games' code.
    fs: { allow: [".."] },
    // The server takes requests only from its own pages, so the proxy lets them look like that.
    proxy: { "/api": { target: server, changeOrigin: true, ws: true, rewriteWsOrigin: true, headers: { origin: server } } },
  },
  build: {
    target: "es2022",
    outDir: "dist/page",
    // The server forbids inline scripts, styles and data: addresses, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { include: ["src/**/*.test.ts"] },
});
