// How the page is built, and how the dev server reaches a running house (FACEDOWN_HOUSE, http://127.0.0.1:4242 as usual).
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compressed } from "./vite.compressed.ts";

const house = process.env.FACEDOWN_HOUSE ?? "http://127.0.0.1:4242";

export default defineConfig({
  plugins: [svelte(), compressed()],
  server: {
    port: Number(process.env.PORT ?? 4310),
    strictPort: true,
    // The rules are shown as they stand beside the games' code.
    fs: { allow: [".."] },
    // The house takes requests only from its own pages, so the proxy lets them look like that.
    proxy: { "/api": { target: house, changeOrigin: true, ws: true, rewriteWsOrigin: true, headers: { origin: house } } },
  },
  build: {
    target: "es2022",
    outDir: "dist/page",
    // The house forbids inline scripts, styles and data: addresses, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { include: ["src/**/*.test.ts"] },
});
