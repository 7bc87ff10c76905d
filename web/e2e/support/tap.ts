// Records what a page receives from the server: every frame, decoded with the page's own code.
import type { Page } from "@playwright/test";
import { apply, lengthen, viewOf, type Json } from "../../src/protocol/delta";
import type { FromServer, Update, Vocabulary } from "../../src/protocol/types";

/** One update: its number, what was told, the view that it led to, and every word in it that is not a legal action. */
export interface RecordedUpdate<View, Event> {
  n: number;
  events: Event[];
  view: View;
  words: string[];
}

export class Tap<View = unknown, Event extends { type: string } = { type: string }> {
  /** Every frame of the table's connection, unchanged. */
  readonly frames: string[] = [];
  readonly heard: RecordedUpdate<View, Event>[] = [];
  #table = "";
  #everybodys: Json = null;
  #own: Json = null;
  #vocabulary: Vocabulary = { shapes: [], words: [] };

  constructor(page: Page) {
    page.on("websocket", (socket) => {
      const table = socket.url().split("/").at(-2) ?? "";
      socket.on("framereceived", ({ payload }) => table === this.#table && this.#hear(payload.toString()));
    });
  }

  /** Clears the record and follows this table from now on. */
  follow(table: string): void {
    this.#table = table;
    this.frames.length = 0;
    this.heard.length = 0;
  }

  /** Clears the recorded updates; the current view stays. */
  forget(): void {
    const last = this.heard.at(-1);
    this.heard.length = 0;
    if (last) this.heard.push({ ...last, events: [], words: [] });
  }

  /** The number of the last update. */
  get n(): number {
    return this.heard.at(-1)?.n ?? 0;
  }

  get view(): View {
    return viewOf(this.#everybodys, this.#own) as View;
  }

  /** All events since an update, in order. */
  events(since = -1): Event[] {
    return this.heard.filter(({ n }) => n > since).flatMap(({ events }) => events);
  }

  /** The names of all events since an update, in order. */
  names(since = -1): string[] {
    return this.events(since).map(({ type }) => type);
  }

  of<Type extends Event["type"]>(type: Type, since = -1): Extract<Event, { type: Type }>[] {
    return this.events(since).filter((event): event is Extract<Event, { type: Type }> => event.type === type);
  }

  /** Everything that was ever said of the face of a card since an update, in events and in views, and where. */
  facesOf(card: number, since = -1): string[] {
    const later = this.heard.filter(({ n }) => n > since);
    return later.flatMap(({ n, events, view }) => [
      ...events.flatMap((event) =>
        faces(event as unknown as Json, card).map((face) => `${face} in ${event.type} of update ${n}`),
      ),
      ...faces(view as Json, card).map((face) => `${face} in the view after update ${n}`),
    ]);
  }

  /** Every word that was sent since an update, but for the legal actions, which name every kind at all times. */
  words(since: number): string[] {
    return this.heard.filter(({ n }) => n > since).flatMap(({ words }) => words);
  }

  #hear(frame: string): void {
    this.frames.push(frame);
    const message = JSON.parse(frame) as FromServer;
    if (!("type" in message)) return this.#update(message);
    if (message.type !== "welcome") return;
    const welcome = message;
    this.#vocabulary = welcome.vocabulary;
    this.#everybodys = welcome.view as Json;
    this.#own = (welcome.own ?? null) as Json;
    const missed = (welcome.missed ?? []).flatMap(({ e }) => (e ?? []) as Event[]);
    this.heard.push({ n: welcome.n, events: missed, view: this.view, words: texts(this.view as Json) });
  }

  #update(update: Update): void {
    if (update.v !== undefined) this.#everybodys = apply(this.#everybodys, update.v as Json, this.#vocabulary);
    if (update.o !== undefined) this.#own = apply(this.#own, update.o as Json, this.#vocabulary);
    const events = (update.e ?? []).map((short) => lengthen(short as Json, this.#vocabulary)) as unknown as Event[];
    const sent = texts([update.e ?? [], update.v ?? [], update.o ?? [], update.t ?? []] as Json).flatMap((word) =>
      this.#spelt(word),
    );
    this.heard.push({ n: update.n, events, view: this.view, words: sent });
  }

  /** What a piece of text in a frame stands for. */
  #spelt(word: string): string[] {
    if (word.startsWith("'")) return [word.slice(1)];
    const known = /^[0-9a-z]+$/.test(word) ? this.#vocabulary.words[parseInt(word, 36)] : undefined;
    return texts(known ?? word);
  }
}

/** Every text in a value, keys included. */
function texts(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) return value.flatMap(texts);
  return Object.entries(value).flatMap(([key, inner]) => [key, ...texts(inner)]);
}

/** What stands beside the id of a card, anywhere in a value. */
function faces(value: Json, card: number): string[] {
  if (value === null || typeof value !== "object") return [];
  const inner = Object.values(value).flatMap((part) => faces(part, card));
  if (Array.isArray(value) || value.id !== card) return inner;
  const said = ["type", "identity", "printed"].map((key) => value[key]).filter((face) => typeof face === "string");
  return [...said, ...inner];
}
