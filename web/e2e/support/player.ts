// A player in a browser context of their own: a guest, a page, and a tap on its WebSocket.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import type { Guest } from "../../src/protocol/types";
import type { Server } from "./server";
import { Tap } from "./tap";

export class Player<View = unknown, Event extends { type: string } = { type: string }> {
  readonly tap: Tap<View, Event>;
  /** Where they sit at the table that is played; -1 for a spectator. */
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

/** A request to the server, as this guest or as nobody. */
export async function ask<T>(server: Server, method: "GET" | "POST", path: string, body?: unknown, token?: string): Promise<T> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

const returning = new WeakMap<Browser, Map<string, Player>>();

/** Whether this context is kept for the next test. */
export function isReused(browser: Browser, context: BrowserContext): boolean {
  return [...(returning.get(browser)?.values() ?? [])].some(({ page }) => page.context() === context);
}

/** A guest whose browser context is reused by several tests, so that the page is cached. */
export async function returningGuest<View, Event extends { type: string }>(
  browser: Browser,
  server: Server,
  name: string,
): Promise<Player<View, Event>> {
  const known = returning.get(browser) ?? new Map<string, Player>();
  returning.set(browser, known);
  const player = known.get(name) ?? (await newPlayer(browser, server, name));
  known.set(name, player);
  return player as unknown as Player<View, Event>;
}

/** A new guest in a new browser context that already knows who they are. */
export async function newPlayer<View, Event extends { type: string }>(
  browser: Browser,
  server: Server,
  name: string,
  options: BrowserContextOptions = {},
): Promise<Player<View, Event>> {
  const guest = await ask<Guest>(server, "POST", "/guests", { name });
  const known = JSON.stringify({ player: guest.player, name: guest.name, token: guest.token });
  const localStorage = [
    { name: "facedown.me", value: known },
    // A pass that the page makes by itself would take away what a test is about to click.
    { name: "facedown.preferences", value: JSON.stringify({ autoPass: false }) },
  ];
  const context = await browser.newContext({
    reducedMotion: "reduce",
    ...options,
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
  });
  return new Player(await context.newPage(), guest);
}
