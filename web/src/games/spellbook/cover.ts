// What the lobby shows of Spellbook.
import type { Cover } from "../../lib/game";
import Picture from "./art/Picture.svelte";

export default {
  accent: "#8f7bd0",
  Picture,
} satisfies Cover;
