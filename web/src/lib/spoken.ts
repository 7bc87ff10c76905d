// The texts of a game, from its messages: the log, the labels and the prompts.
import type { GameModule, Prompt, TextContext } from "./game";
import type { Fields, Texts } from "./texts";

/** What a prompt is written from: the viewer, the legal actions, and the seats that the table waits for. `asked` says whether the
 *  viewer is asked something where the legal actions do not tell, in open games. */
export type PromptContext<V, A> = TextContext<V> & { legal: A[]; waiting: number[]; asked?: boolean | undefined };

/** What a game's messages need to know beyond the fields of what they are about. */
export interface Facts<V, A, E> {
  event?: (event: E, at: TextContext<V>) => Fields;
  offer?: (action: A, view: V) => Fields;
  prompt?: (at: PromptContext<V, A>) => Fields;
  /** How urgent a prompt is, if it is more than a question. */
  tone?: (at: PromptContext<V, A>) => Prompt["tone"];
}

/** The log, the labels and the prompts of a game. */
export function spoken<V extends Fields, A extends Fields, E extends Fields>(
  texts: Texts,
  facts: Facts<V, A, E> = {},
): Pick<GameModule<V, A, E>, "words" | "label" | "prompt"> {
  return {
    words: (event, at) => texts.event(event, at, facts.event?.(event, at)),
    label: (action, at) => texts.offer(action, at.view, at, facts.offer?.(action, at.view)),
    prompt: (at) => {
      const isAsked = at.asked ?? at.legal.length > 0;
      const others = at.waiting.filter((seat) => seat !== at.you);
      const said = texts.prompt(isAsked ? "prompt" : "wait", at.view, at, { waiting: others, ...facts.prompt?.(at) });
      return said.title === "" ? null : { ...said, tone: facts.tone?.(at) ?? (isAsked ? "ask" : "wait") };
    },
  };
}
