// What the lobby shows of Herding Cats.
import type { GameCover } from "../../lib/game";
import Picture from "./art/Picture.svelte";

const cover: GameCover = {
  name: "herding-cats",
  title: "Herding Cats",
  blurb: [
    "Play cards face down and say what they are.",
    "Is it true? Challenge, or let it pass.",
    "Whoever gathers the best herd wins.",
  ],
  accent: "#e8772e",
  Picture,
};
export default cover;
