// That a name is what people see of it.
import { expect, it } from "vitest";
import { tidied } from "../lib/names";

it("keeps what can be seen", () => {
  for (const name of ["Ann", "Zoë", "你好", "مرحبا", "O’Neill 2", "<b>", "😀", "👨‍👩‍👧‍👦", "❤️ Bob", "می‌خواهم"])
    expect(tidied(name)).toBe(name);
  expect(tidied("  Ann \t of  Cleves ")).toBe("Ann of Cleves");
});

it("drops what cannot", () => {
  expect(tidied("\u202eAnn\u0000\u200b")).toBe("Ann");
  expect(tidied("A\u200dnn\ufe0f")).toBe("Ann");
  for (const nothing of ["", " ", "\u200b", "\u3164", "\u2800\u200d", "\u{e0041}"]) expect(tidied(nothing)).toBe("");
});
