// Takes a picture of a page as WebP, which is a fraction of the size of PNG; the browser itself does the converting.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

const FOLDER = new URL("../../../docs/screenshots/", import.meta.url);

export async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ animations: "disabled" });
  const blank = await page.context().newPage();
  const webp = await blank.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
    let text = "";
    for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
    return btoa(text);
  }, png.toString("base64"));
  await blank.close();
  const path = fileURLToPath(new URL(`${name}.webp`, FOLDER));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.from(webp, "base64"));
}
