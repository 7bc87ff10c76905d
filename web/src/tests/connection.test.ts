// That a connection comes back by itself and loses nothing, with a socket on which the test plays the server.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type LinkState, type Live, type Socket, type Step } from "../lib/connection";
import type { Refused, Welcome } from "../protocol/types";

class FakeSocket implements Socket {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.closed = true;
  }
  hear(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const VOCABULARY = { shapes: [{ keys: ["type", "card"], is: "play" }], words: ["turn"] };

function welcome(more: Partial<Welcome> = {}): object {
  const table = { id: "t", game: "g", state: "playing", seats: [] };
  return {
    type: "welcome",
    version: 2,
    n: 5,
    you: 0,
    table,
    vocabulary: VOCABULARY,
    view: { turn: 0 },
    legal: [{ type: "play", card: 3 }],
    waiting: [0],
    ...more,
  };
}

let sockets: FakeSocket[];
let connection: Connection;
let lives: Live[];
let steps: Step[];
let past: Step[];
let links: LinkState[];
let refusals: Refused[];
let settled: string[];

function last(): FakeSocket {
  const socket = sockets.at(-1);
  if (!socket) throw new Error("nobody has connected");
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, lives, steps, past, links, refusals, settled] = [[], [], [], [], [], [], []];
  connection = new Connection({
    token: "secret",
    waits: [100, 200],
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    listener: {
      begins: (live, before) => (lives.push(live), past.push(...(before ?? []))),
      happened: (live, more) => (lives.push(live), steps.push(...more)),
      settled: (id) => settled.push(id),
      refused: (refused) => refusals.push(refused),
      reminded: () => {},
      presence: () => {},
      linked: (state) => links.push(state),
    },
  });
  last().onopen?.();
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

function comeBack(): void {
  vi.advanceTimersByTime(1000);
  last().onopen?.();
}

describe("a connection", () => {
  it("says hello and asks for the whole log", () => {
    expect(last().sent[0]).toEqual({ type: "hello", version: 2, token: "secret", since: 0 });
  });

  it("spells updates out", () => {
    last().hear(welcome());
    last().hear({ n: 6, e: [[1, 3]], v: { "0": 1 }, w: [1] });
    expect(lives.at(-1)).toMatchObject({ n: 6, view: { turn: 1 }, legal: [], waiting: [1] });
    expect(steps).toEqual([{ n: 6, events: [{ type: "play", card: 3 }], view: { turn: 1 } }]);
  });

  it("offers again what was offered before, when the seat is asked again", () => {
    last().hear(welcome());
    last().hear({ n: 6, w: [1] });
    expect(lives.at(-1)?.legal).toEqual([]);
    last().hear({ n: 7, w: [0] });
    expect(lives.at(-1)?.legal).toEqual([{ type: "play", card: 3 }]);
  });

  it("knows who may act, where the table waits for others", () => {
    last().hear(welcome({ waiting: [1], may_act: [0, 1] }));
    expect(lives.at(-1)).toMatchObject({ waiting: [1], mayAct: [0, 1], legal: [{ type: "play", card: 3 }] });
    last().hear({ n: 6 });
    expect(lives.at(-1)?.mayAct).toEqual([0, 1]);
    last().hear({ n: 7, w: [1], p: [1, 2] });
    expect(lives.at(-1)).toMatchObject({ waiting: [1], mayAct: [1, 2], legal: [] });
    last().hear({ n: 8, w: [0] });
    expect(lives.at(-1)).toMatchObject({ waiting: [0], mayAct: [0], legal: [{ type: "play", card: 3 }] });
  });

  it("starts over when a number is missing", () => {
    last().hear(welcome());
    last().hear({ n: 7, v: { "0": 1 } });
    expect(lives.at(-1)?.n).toBe(5);
    expect(links.at(-1)).toBe("lost");
    comeBack();
    expect(last().sent[0]).toMatchObject({ type: "hello", since: 5 });
  });

  it("begins afresh when a difference does not fit", () => {
    last().hear(welcome());
    last().hear({ n: 6, v: { "0": { "0": 1 } } });
    comeBack();
    expect(last().sent[0]).toMatchObject({ since: 0 });
  });

  it("tells what was missed, and the view after it", () => {
    last().hear(welcome());
    last().onclose?.();
    comeBack();
    last().hear(
      welcome({
        n: 7,
        view: { turn: 1 },
        missed: [
          { n: 6, e: ["a"] },
          { n: 7, e: ["b"] },
        ],
      }),
    );
    expect(steps).toEqual([
      { n: 6, events: ["a"], by: undefined, said: undefined },
      { n: 7, events: ["b"], by: undefined, said: undefined, view: { turn: 1 } },
    ]);
    expect(links).toEqual(["open", "lost", "open"]);
  });

  it("sends again what has no answer, with the same id, and nothing else", () => {
    last().hear(welcome());
    const first = connection.act({ type: "play", card: 3 }, 5);
    const second = connection.say("hello");
    last().onclose?.();
    comeBack();
    expect(last().sent).toHaveLength(1);
    last().hear(welcome({ n: 6, missed: [{ n: 6, a: first }] }));
    expect(last().sent.slice(1)).toEqual([{ type: "chat", id: second, text: "hello" }]);
    last().hear({ type: "done", id: second, n: 6 });
    expect(settled).toEqual([first, second]);
  });

  it("keeps what is said while there is no connection", () => {
    last().hear(welcome());
    last().onclose?.();
    const id = connection.act({ type: "play", card: 3 });
    comeBack();
    last().hear(welcome({ missed: [] }));
    expect(last().sent.at(-1)).toMatchObject({ type: "act", id });
  });

  it("forgets what was refused", () => {
    last().hear(welcome());
    const id = connection.act({ type: "play", card: 9 });
    last().hear({ type: "refused", id, kind: "not-in-hand", message: "no" });
    expect(refusals).toHaveLength(1);
    last().onclose?.();
    comeBack();
    last().hear(welcome({ missed: [] }));
    expect(last().sent).toHaveLength(1);
  });

  it("gives up when the server refuses it", () => {
    last().hear({ type: "refused", kind: "not-found", message: "nothing here" });
    expect(links).toEqual(["ended"]);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  it("comes back after the server closes, and not after it was removed", () => {
    last().hear(welcome());
    last().hear({ type: "bye", reason: "closing" });
    last().onclose?.();
    comeBack();
    last().hear(welcome({ missed: [] }));
    last().hear({ type: "bye", reason: "removed" });
    expect(links.at(-1)).toBe("ended");
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
  });

  it("tries again when the server did not hear its hello in time", () => {
    last().hear({ type: "bye", reason: "no-hello" });
    last().onclose?.();
    comeBack();
    last().hear(welcome());
    expect(sockets).toHaveLength(2);
    expect(links).toEqual(["connecting", "open"]);
  });

  it("says so when the table cannot be reached, but not after one failed attempt", () => {
    last().onclose?.();
    expect(links).toEqual(["connecting"]);
    comeBack();
    last().onclose?.();
    expect(links).toEqual(["connecting", "lost"]);
    vi.advanceTimersByTime(1250);
    last().hear(welcome());
    expect(links).toEqual(["connecting", "lost", "open"]);
  });

  it("notices a server that has fallen silent", () => {
    last().hear(welcome());
    vi.advanceTimersByTime(20_000);
    expect(last().sent.at(-1)).toEqual({ type: "ping" });
    vi.advanceTimersByTime(10_000);
    expect(links.at(-1)).toBe("lost");
  });

  it("sees the table anew when the viewer sits down", () => {
    last().hear(welcome({ you: null, legal: null, missed: [] }));
    last().hear(welcome({ n: 6 }));
    expect(lives.at(-1)?.you).toBe(0);
    expect(steps).toEqual([]);
    expect(past).toEqual([]);
  });
});
