// That addresses name the pages they should.
import { beforeAll, describe, expect, it, vi } from "vitest";

let route: typeof import("../lib/router.svelte").route;

beforeAll(async () => {
  vi.stubGlobal("location", { pathname: "/", hash: "" });
  ({ route } = await import("../lib/router.svelte"));
});

describe("an address", () => {
  it("names a page", () => {
    expect(route("/")).toEqual({ page: "lobby" });
    expect(route("/new/old-maid")).toEqual({ page: "new", game: "old-maid" });
    expect(route("/t/k3Jx9")).toEqual({ page: "table", id: "k3Jx9" });
    expect(route("/r/k3Jx9")).toEqual({ page: "replay", id: "k3Jx9" });
    expect(route("/replay")).toEqual({ page: "replay", id: null });
    expect(route("/rules/go-fish")).toEqual({ page: "rules", game: "go-fish" });
    expect(route("/peers/k3Jx9")).toEqual({ page: "peers", id: "k3Jx9" });
    expect(route("/join")).toEqual({ page: "join" });
    expect(route("/link")).toEqual({ page: "link" });
    expect(route("/t/k3Jx9/")).toEqual({ page: "table", id: "k3Jx9" });
    expect(route("/rules/go-fish/")).toEqual({ page: "rules", game: "go-fish" });
  });

  it("that names nothing is said to be lost", () => {
    for (const path of [
      "/nowhere",
      "/t",
      "/t/a/b",
      "/t/a%20b",
      "/t/%00",
      "/t/k3J.",
      `/t/${"k".repeat(65)}`,
      "/r/%ZZ",
      "/t/a/replay",
      "/r",
      "/r/a/b",
      "/peers",
      "/peers/a/b",
      "/new",
      "/new/a/b",
      "/%E0%A4%A",
    ]) {
      expect(route(path), path).toEqual({ page: "lost" });
    }
  });
});
