// What the lobby shows of Template Game.
import type { Cover } from "../../lib/game";

export default {
  accent: "#2f6f9f",
} satisfies Cover;
