// What eslint looks for in the page, its tests and its settings. How the code is laid out is Prettier's business.
import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  // Generated, or built.
  globalIgnores(["src/protocol/types.ts", "src/protocol/games/", "dist/", "shots/", "test-results/", "playwright-report/"]),
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // A function among a component's properties or a module's exports is taken out and called by itself.
      "@typescript-eslint/method-signature-style": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ["**/*.svelte"],
    // Here eslint takes for `any` what is passed between components. svelte-check knows their types and checks them.
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  // Settings and small scripts, which no tsconfig has.
  { files: ["**/*.js"], extends: [ts.configs.disableTypeChecked] },
  prettier,
  svelte.configs.prettier,
);
