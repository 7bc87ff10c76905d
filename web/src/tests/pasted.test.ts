// That a link is found in what people paste.
import { beforeAll, expect, it, vi } from "vitest";

let linkIn: typeof import("../lib/pasted").linkIn;

beforeAll(async () => {
  vi.stubGlobal("location", { pathname: "/", hash: "" });
  ({ linkIn } = await import("../lib/pasted"));
});

it("finds the link to any page", () => {
  expect(linkIn(" https://cards.example/r/k3J?as=1&at=12 ")).toBe("/r/k3J?as=1&at=12");
  expect(linkIn("https://cards.example/replay?at=3#hc1.abc")).toBe("/replay?at=3#hc1.abc");
  expect(linkIn("https://cards.example/join#9bTq")).toBe("/join#9bTq");
  expect(linkIn("https://cards.example/peers/k3J#9bTq")).toBe("/peers/k3J#9bTq");
  expect(linkIn("http://127.0.0.1:4100/t/k3J?from=chat")).toBe("/t/k3J?from=chat");
  expect(linkIn("HTTPS://cards.example/t/k3J/")).toBe("/t/k3J/");
  expect(linkIn("cards.example/t/k3J")).toBe("/t/k3J");
  expect(linkIn("/rules/go-fish")).toBe("/rules/go-fish");
});

it("finds it in a message", () => {
  expect(linkIn("Play with me (https://cards.example/t/k3J)!")).toBe("/t/k3J");
  expect(linkIn("<https://cards.example/join#9bTq>, now/later")).toBe("/join#9bTq");
});

it("takes nothing else for one", () => {
  for (const other of [
    "",
    "hello",
    "hc1.AgED",
    "9bTq",
    "and/or",
    "https://cards.example/",
    "https://cards.example/about",
    "/t/%20",
  ]) {
    expect(linkIn(other), other).toBeNull();
  }
});
