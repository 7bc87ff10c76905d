// Somebody in a browser of their own: a guest of the house, a page, and a tap on what that page hears.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import type { Guest } from "../../src/protocol/types";
import type { House } from "./house";
import { fromFolder } from "./page";
import { Tap } from "./tap";

export class Player<View = unknown, Event extends { type: string } = { type: string }> {
  readonly tap: Tap<View, Event>;
  /** Where they sit at the table that is played; -1 for who looks on. */
  seat = -1;

  constructor(
    readonly page: Page,
    readonly guest: Guest,
  ) {
    this.tap = new Tap(page);
  }

  get name(): string {
    return this.guest.name;
  }

  by(testid: string) {
    return this.page.getByTestId(testid);
  }

  get prompt() {
    return this.by("prompt");
  }

  get log() {
    return this.page.getByRole("list", { name: "Log" });
  }
}

/** A request to the house, as this guest or as nobody. */
export async function ask<T>(house: House, method: "GET" | "POST", path: string, body?: unknown, token?: string): Promise<T> {
  const response = await fetch(`${house.url}/api/v1${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

const regulars = new WeakMap<Browser, Map<string, Player>>();

/** Whether this context is kept for the next test. */
export function isKept(browser: Browser, context: BrowserContext): boolean {
  return [...(regulars.get(browser)?.values() ?? [])].some(({ page }) => page.context() === context);
}

/** A guest who comes to one table after the other: their browser need not learn the page anew for every test. */
export async function regular<View, Event extends { type: string }>(
  browser: Browser,
  house: House,
  name: string,
): Promise<Player<View, Event>> {
  const known = regulars.get(browser) ?? new Map<string, Player>();
  regulars.set(browser, known);
  const player = known.get(name) ?? (await welcome(browser, house, name));
  known.set(name, player);
  return player as unknown as Player<View, Event>;
}

/** A new guest in a new browser context that already knows who they are. */
export async function welcome<View, Event extends { type: string }>(
  browser: Browser,
  house: House,
  name: string,
  options: BrowserContextOptions = {},
): Promise<Player<View, Event>> {
  const guest = await ask<Guest>(house, "POST", "/guests", { name });
  const known = JSON.stringify({ player: guest.player, name: guest.name, token: guest.token });
  const context = await browser.newContext({
    reducedMotion: "reduce",
    ...options,
    storageState: { cookies: [], origins: [{ origin: house.url, localStorage: [{ name: "facedown.me", value: known }] }] },
  });
  await fromFolder(context);
  return new Player(await context.newPage(), guest);
}
