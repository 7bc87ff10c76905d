// What the lobby shows of Texas 42.
import type { Cover } from "../../lib/game";
import Picture from "./art/Picture.svelte";

export default {
  title: "Texas 42",
  blurb: [
    "Four at a table, two against two, with dominoes.",
    "Bid, name trumps, follow suit.",
    "First side to seven marks wins.",
  ],
  accent: "#c0392b",
  Picture,
  guided: { marks: 1 },
} satisfies Cover;
