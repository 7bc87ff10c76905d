// That the rules of every game are read without a mark left over.
import { describe, expect, it } from "vitest";
import { blocks, inline } from "../lib/markdown";

const RULES = import.meta.glob<string>("../../../crates/games/src/*/RULES.md", { query: "?raw", import: "default", eager: true });

describe("Markdown", () => {
  it("is read in its parts", () => {
    expect(blocks("# A\n\nText\nand more\n\n- **R-A-01** one\n  two\n- three")).toEqual([
      { kind: "heading", level: 1, text: [{ kind: "text", text: "A" }] },
      { kind: "paragraph", text: [{ kind: "text", text: "Text and more" }] },
      {
        kind: "list",
        items: [
          {
            depth: 0,
            text: [
              { kind: "bold", text: "R-A-01" },
              { kind: "text", text: " one two" },
            ],
          },
          { depth: 0, text: [{ kind: "text", text: "three" }] },
        ],
      },
    ]);
    expect(inline("see [this](there) and `x`")).toEqual([
      { kind: "text", text: "see this and " },
      { kind: "code", text: "x" },
    ]);
  });

  it.each(Object.entries(RULES))("leaves nothing of %s unread", (_, text) => {
    const words = JSON.stringify(blocks(text));
    expect(words.match(/\*\*|```|"text":"(#|\|).{20}/g)).toBeNull();
    expect(words.match(/"bold","text":"R-/g)?.length).toBeGreaterThan(10);
  });
});
