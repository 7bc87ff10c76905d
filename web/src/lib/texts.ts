// What players read, from the message files that the terminal and the page share: crates/games/src/texts.rs says how
// they are written. This does for the page what that module does for the terminal.
import { FluentBundle, FluentNumber, FluentResource, type FluentVariable, type Message } from "@fluent/bundle";
import shared from "../../../crates/games/src/texts/en.ftl?raw";
import { sentence } from "./sentence";
import { locate, lookUp, type Json } from "./values";

/** Who reads, and what the players are called. */
export interface Reader {
  you: number | null;
  name: (seat: number) => string;
}

/** Nobody in particular, for messages that name no players. */
const SPECTATOR: Reader = { you: null, name: (seat) => `${seat + 1}` };

/** Something with fields: an event, an action, a view, or facts for a message. */
export type Fields = object;

export class Texts {
  readonly #bundle: FluentBundle;
  /** Who reads the message that is being written. */
  #reader: Reader = SPECTATOR;

  /** Messages in one language; those of a file take the place of those of the files before it. */
  constructor(language: string, ...files: string[]) {
    const resources = [shared, ...files].map((file) => new FluentResource(file));
    const lists = resources.flatMap(({ body }) => body.map(({ id }) => id.split("-")[0]!));
    const words = lists.map((list) => [list.toUpperCase(), this.#words(list)] as const);
    this.#bundle = new FluentBundle(language, {
      useIsolating: false,
      functions: { ...Object.fromEntries(words), ...this.#functions() },
    });
    for (const resource of resources) this.#bundle.addResource(resource, { allowOverrides: true });
  }

  /** What happened, as a sentence; null if it is not worth a line. `facts` is what the viewer knows besides. */
  event(event: Fields, reader: Reader, facts: Fields = {}): string | null {
    const told = this.find(`event-${tag(event)}`, { ...facts, ...event }, reader);
    return (told ?? `${sentence(event, reader)}.`) || null;
  }

  /** What an action would do, for a button or a list. The cards in it are as the view shows them. */
  offer(action: Fields, view: Fields, reader: Reader, facts: Fields = {}): string {
    const about = { ...action } as Record<string, Json>;
    for (const key of ["card", "cards"]) if (key in about) about[key] = seen(about[key]!, view as Json);
    return this.find(`offer-${tag(action)}`, { ...about, ...facts }, reader) ?? sentence(action, reader);
  }

  /** What a phase of the game asks of the reader (`prompt`), or whom it waits for (`wait`). */
  prompt(kind: "prompt" | "wait", view: Fields, reader: Reader, facts: Fields = {}): { title: string; detail?: string } {
    const about = { ...view, ...facts };
    const { now, phase } = view as { now?: Fields; phase?: Fields };
    const id = `${kind}-${tag(now ?? phase ?? {})}`;
    const title = this.find(id, about, reader);
    if (title === null) return { title: this.say(kind, about, reader) };
    const detail = this.find(`${id}.detail`, about, reader);
    return detail ? { title, detail } : { title };
  }

  /** The text of a message, or of an attribute of one (`card-kitten.one`). */
  say(id: string, about: Fields = {}, reader: Reader = SPECTATOR): string {
    return this.find(id, about, reader) ?? id;
  }

  /** The same; null if there is no such message. */
  find(id: string, about: Fields = {}, reader: Reader = SPECTATOR): string | null {
    const pattern = this.#pattern(id);
    if (pattern === null) return null;
    this.#reader = reader;
    const names = new Set<string>();
    this.#variables(pattern, names);
    return this.#format(id, Object.fromEntries([...names].map((name) => [name, argument(lookUp(about as Json, name))])));
  }

  /** A word of a list, or a form of it: `word("card", "kitten", "one")`. */
  word(list: string, key: string, form?: string, n: FluentVariable = "none"): string {
    const id = `${list}-${key}`;
    const of = form && this.#pattern(`${id}.${form}`) !== null ? `${id}.${form}` : id;
    return this.#format(of, { n }) ?? key;
  }

  /** A message of a list; null if there is none for this key. */
  of(list: string, key: string, about: Fields = {}, reader: Reader = SPECTATOR): string | null {
    return this.find(`${list}-${key}`, about, reader);
  }

  #pattern(id: string): Message["value"] {
    const [name, attribute] = id.split(".") as [string, string?];
    const message = this.#bundle.getMessage(name);
    return (attribute === undefined ? message?.value : message?.attributes[attribute]) ?? null;
  }

  #format(id: string, about: Record<string, FluentVariable>): string | null {
    const pattern = this.#pattern(id);
    if (pattern === null) return null;
    const errors: Error[] = [];
    const text = this.#bundle.formatPattern(pattern, about, errors);
    if (errors.length > 0) console.error(id, ...errors);
    return text;
  }

  /** The names of the variables in a part of a message, and in the messages that it refers to. */
  #variables(part: unknown, names: Set<string>): void {
    if (Array.isArray(part)) for (const one of part) this.#variables(one, names);
    else if (typeof part === "object" && part !== null) {
      const { type, name, attr, ...inside } = part as { type?: string; name?: string; attr?: string | null };
      if (type === "var") names.add(name!);
      else if (type === "mesg") this.#variables(this.#pattern(attr ? `${name}.${attr}` : name!), names);
      else for (const one of Object.values(inside)) this.#variables(one, names);
    }
  }

  #functions(): Record<string, Call> {
    const names: Call = ([of], { form }) => {
      const seats = items(of).sort((a, b) => Number(this.#isYou(b)) - Number(this.#isYou(a)));
      return this.#listed(seats.map((seat) => (this.#isYou(seat) ? this.#own("you", form) : this.#reader.name(seat))));
    };
    return {
      NAME: names,
      NAMES: names,
      WHOSE: ([of], { form }) => {
        const [seat] = items(of);
        if (seat === undefined) return "";
        if (this.#isYou(seat)) return this.#own("your", form);
        const name = this.#reader.name(seat);
        return this.#format("whose", { name, last: name.slice(-1).toLowerCase() }) ?? name;
      },
      YOU: ([of]) => {
        const seats = items(of);
        if (seats.length === 0) return "none";
        return seats.length === 1 && this.#isYou(seats[0]!) ? "you" : "other";
      },
      SAME: ([one, other]) => (plain(one) === plain(other) ? "yes" : "no"),
      PLACE: ([of]) => new FluentNumber(Number(plain(of)) + 1, { useGrouping: false }),
      AT: ([list, at]) => {
        const item = plain(list).split(" ")[Number(plain(at))] ?? "none";
        return /^-?\d+$/.test(item) ? new FluentNumber(Number(item), { useGrouping: false }) : item;
      },
      PARITY: ([of]) => (Number(plain(of)) % 2 === 0 ? "even" : "odd"),
    };
  }

  #words(list: string): Call {
    return ([of, n], { form, list: how }) => {
      const keys = plain(of).split(" ");
      if (keys.length === 1) return this.word(list, keys[0]!, text(form), n as FluentVariable | undefined);
      if (text(how) === "row") return keys.map((key) => this.word(list, key, text(form))).join(this.word("list", "comma"));
      const counted = new Map<string, number>();
      for (const key of keys) counted.set(key, (counted.get(key) ?? 0) + 1);
      return this.#listed(
        [...counted].map(([key, count]) =>
          count === 1
            ? this.word(list, key, text(form))
            : (this.#format("counted", { n: count, things: this.word(list, key, "many") }) ?? ""),
        ),
      );
    };
  }

  #isYou(seat: number): boolean {
    return seat === this.#reader.you;
  }

  #own(id: string, form: unknown): string {
    return this.#format(text(form) ? `${id}.${text(form)}` : id, {}) ?? "";
  }

  /** "Ann, Bob and you". */
  #listed(all: string[]): string {
    if (all.length < 2) return all[0] ?? "";
    return `${all.slice(0, -1).join(this.word("list", "comma"))}${this.word("list", "and")}${all.at(-1)!}`;
  }
}

type Call = (positional: unknown[], named: Record<string, unknown>) => string | FluentNumber;

/** What a function was given, as text. */
function plain(value: unknown): string {
  if (value instanceof FluentNumber) return String(value.value);
  return typeof value === "string" ? value : "";
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function items(value: unknown): number[] {
  return plain(value)
    .split(" ")
    .filter((item) => /^\d+$/.test(item))
    .map(Number);
}

/** Numbers are written without separators, as in the terminal. */
function argument(value: string | number): FluentVariable {
  return typeof value === "number" ? new FluentNumber(value, { useGrouping: false }) : value;
}

function tag(fields: Fields): string {
  return String((fields as { type?: unknown }).type);
}

/** The cards with these ids as a view shows them. */
function seen(ids: Json, view: Json): Json {
  if (Array.isArray(ids)) return ids.map((id) => seen(id, view));
  return typeof ids === "number" ? (locate(view, ids) ?? { id: ids }) : ids;
}
