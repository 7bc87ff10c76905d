// The defaults for a game without a folder in the page: texts from its messages or its field names, and a generic board.
import type { GameCover, GameModule } from "./game";
import { spoken } from "./spoken";
import type { Fields, Texts } from "./texts";
import GenericBoard from "../ui/GenericBoard.svelte";
import NoHowTo from "../ui/NoHowTo.svelte";

/** A game with the default for every part. */
export function plainGame(cover: GameCover, texts: Texts): GameModule<Fields, Fields, Fields> {
  return {
    ...cover,
    Board: GenericBoard,
    HowTo: NoHowTo,
    ...spoken(texts),
    beat: () => ({ millis: 250 }),
    isPass,
    isOut: () => false,
    basis: () => undefined,
    coach: (step) => texts.of("coach", step),
    score: (score, options) => texts.say("page-score", { score, options }),
    statistic: (key) => texts.word("statistic", key),
  };
}

function isPass(action: Fields): boolean {
  return "type" in action && action.type === "pass";
}
