// Lets a freshly built page be tried without building the house again: FACEDOWN_PAGE=dist/page takes its files from there.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";

export async function fromFolder(context: BrowserContext): Promise<void> {
  const folder = process.env.FACEDOWN_PAGE;
  if (!folder) return;
  await context.route(
    ({ pathname }) => !pathname.startsWith("/api/"),
    (route) => {
      const file = join(folder, new URL(route.request().url()).pathname);
      const isFile = existsSync(file) && !file.endsWith("/");
      return route.fulfill({ path: isFile ? file : join(folder, "index.html") });
    },
  );
}
