// What the lobby shows of Exploding Kittens.
import type { Cover } from "../../lib/game";
import Picture from "./art/Picture.svelte";

export default {
  title: "Exploding Kittens",
  blurb: ["Draw until somebody explodes.", "Skip, attack, peek, steal; and Nope to all that.", "The last one alive wins."],
  accent: "#e0312c",
  Picture,
} satisfies Cover;
