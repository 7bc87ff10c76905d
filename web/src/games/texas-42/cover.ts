// What the lobby shows of Texas 42.
import type { GameCover } from "../../lib/game";
import Picture from "./art/Picture.svelte";

const cover: GameCover = {
  name: "texas-42",
  title: "Texas 42",
  blurb: [
    "Four at a table, two against two, with dominoes.",
    "Bid, name trumps, follow suit.",
    "First side to seven marks wins.",
  ],
  accent: "#c0392b",
  Picture,
};
export default cover;
