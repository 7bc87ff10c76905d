// What the lobby shows of Herding Cats.
import type { Cover } from "../../lib/game";
import Picture from "./art/Picture.svelte";

export default {
  title: "Herding Cats",
  blurb: ["Play cards face down and say what they are.", "Is it true? Challenge or pass.", "Whoever gathers the best herd wins."],
  accent: "#e8772e",
  Picture,
} satisfies Cover;
