// What the lobby shows of Exploding Kittens.
import type { Cover } from "../../lib/game";
import Picture from "./art/Picture.svelte";

export default {
  accent: "#e0312c",
  Picture,
} satisfies Cover;
