// What the lobby shows of Template Game.
import type { Cover } from "../../lib/game";

export default {
  title: "Template Game",
  blurb: ["Play a number face down.", "The highest takes the round.", "The last rounds are worth most."],
  accent: "#2f6f9f",
} satisfies Cover;
