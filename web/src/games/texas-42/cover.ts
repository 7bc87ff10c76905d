// What the lobby shows of Texas 42.
import type { Cover } from "../../lib/game";
import Picture from "./art/Picture.svelte";

export default {
  accent: "#c0392b",
  Picture,
  guided: { marks: 1 },
} satisfies Cover;
