// What the lobby shows of Herding Cats.
import type { Cover } from "../../lib/game";
import Picture from "./art/Picture.svelte";

export default {
  accent: "#e8772e",
  Picture,
} satisfies Cover;
