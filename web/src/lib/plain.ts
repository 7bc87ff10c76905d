// All of a game that has no folder in the page: its messages, or plain words, and a board for any game.
import type { GameCover, GameModule } from "./game";
import { spoken } from "./spoken";
import type { Fields, Texts } from "./texts";
import GenericBoard from "../ui/GenericBoard.svelte";
import NoHowTo from "../ui/NoHowTo.svelte";

/** All that can be played without knowing anything of a game but its messages. */
export function plainGame(cover: GameCover, texts: Texts): GameModule<Fields, Fields, Fields> {
  return {
    ...cover,
    Board: GenericBoard,
    HowTo: NoHowTo,
    ...spoken(texts),
    beat: () => ({ millis: 250 }),
    isPass,
    isOut: () => false,
    coach: (step) => texts.of("coach", step),
    statistic: (key) => texts.word("statistic", key),
  };
}

function isPass(action: Fields): boolean {
  return "type" in action && action.type === "pass";
}
