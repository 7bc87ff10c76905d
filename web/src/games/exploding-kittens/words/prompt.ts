// What is asked of the viewer, why, and what passing would mean; or whom the table waits for.
import type { Prompt } from "../../../lib/game";
import type { Action, Phase, Play, View } from "../../../protocol/games/exploding-kittens";
import { aCard, SHEETS, title } from "./kinds";
import { type At, count, does, listed, whom, whose } from "./names";

type Asked = At & { legal: Action[]; waiting: number[] };

export function prompt(at: Asked): Prompt | null {
  const { view, you, waiting } = at;
  if (view.now.type === "over") return over(at);
  if (at.legal.length > 0) return asked(view.now, at);
  if (you !== null && view.players[you]?.alive === false && waiting.length > 0)
    return { title: "You are out", detail: `Waiting for ${others(at)}.`, tone: "wait" };
  return waiting.some((seat) => seat !== you)
    ? { title: `Waiting for ${others(at)}`, detail: doing(view.now, at), tone: "wait" }
    : null;
}

function asked(now: Phase, at: Asked): Prompt {
  const { view } = at;
  switch (now.type) {
    case "turn":
      return turn(view, at);
    case "aim":
      return { title: `It was ${aCard(now.play.kind)}: at whom?`, detail: SHEETS[now.play.kind].text, tone: "ask" };
    case "nope":
      return nope(now.play, now.nopes, at);
    case "choice":
      return choice(now.play, at);
    case "drawn":
      return view.drawn?.type === "exploding_kitten"
        ? {
            title: "You drew an Exploding Kitten",
            detail: "Keep it in secret, or defuse it. Nobody else knows yet.",
            tone: "alarm",
          }
        : {
            title: `You drew ${aCard(view.drawn?.type)}`,
            detail: "Keep it. That ends one turn; every draw looks the same to the others.",
            tone: "ask",
          };
    case "unmask":
      return { title: "Turn up your Exploding Kitten", detail: "You hold more kittens than you may keep.", tone: "alarm" };
    case "defuse":
      return view.players[now.seat]?.cursed
        ? { title: "Which card is your Defuse?", detail: "You are cursed: guess. Wrong guesses are lost.", tone: "alarm" }
        : { title: "An Exploding Kitten is in your hands!", detail: "Use your Defuse.", tone: "alarm" };
    case "tuck":
      return {
        title: "Tuck the kitten back into the pile",
        detail: view.drawn?.type === "imploding_kitten" ? "It lies face up, wherever you like." : "Nobody else is told where.",
        tone: "ask",
      };
    case "over":
      return { title: "The game is over" };
    default:
      return unasked(now);
  }
}

function turn(view: View, at: Asked): Prompt {
  const { turns, under_attack } = view.turns.owed;
  const blind = at.you !== null && view.players[at.you]?.cursed ? "You are cursed and play blind. " : "";
  const detail = `${blind}Play cards, or draw; a draw ends ${turns > 1 ? "one of them" : "your turn"}.`;
  if (turns > 1) return { title: `Your turn: ${count(turns, "turn")} to take`, detail, tone: "ask" };
  return { title: under_attack ? "Your last turn under attack" : "Your turn", detail, tone: "ask" };
}

function nope(play: Play, nopes: number, at: At): Prompt {
  const what = played(play, at);
  const stopped = nopes % 2 === 1;
  if (nopes === 0) return { title: `${what}. Nope it?`, detail: "If everybody passes, it happens.", tone: "ask" };
  return {
    title: stopped ? "Stopped. Nope the Nope?" : "Back on. Nope it again?",
    detail: `${what}. Pass, and it ${stopped ? "stays stopped" : "happens"}.`,
    tone: "ask",
  };
}

function choice(play: Play, at: At): Prompt {
  const them = play.target === undefined ? "them" : whom(play.target, at);
  if (play.cards.length === 2)
    return {
      title: `Steal a card from ${them}`,
      detail: "Pick one without seeing it. If it is not marked, only the two of you are told.",
      tone: "ask",
    };
  if (play.cards.length > 2) {
    return play.named
      ? {
          title: `Give your ${title(play.named)}`,
          detail: `${does(play.by, at, "ask")} you for one, and you have it.`,
          tone: "ask",
        }
      : { title: `Which card do you want from ${them}?`, detail: "If there is one, it is yours.", tone: "ask" };
  }
  switch (play.kind) {
    case "mark":
      return {
        title: `Mark a card of ${play.target === undefined ? "theirs" : whose(play.target, at)}`,
        detail: "It will lie face up for all to see.",
        tone: "ask",
      };
    case "favor":
      return {
        title: `${does(play.by, at, "ask")} you a favor`,
        detail: "Give a card of your choice. Only the two of you are told.",
        tone: "ask",
      };
    case "garbage_collection":
      return { title: "Give a card to the pile", detail: "Everybody does; all are shuffled in.", tone: "ask" };
    case "shuffle":
      return { title: "How often do you shuffle?", detail: "Everybody forgets what they knew of the pile.", tone: "ask" };
    default:
      return { title: "Put them in any order", detail: "Only you see them. The first is drawn next.", tone: "ask" };
  }
}

/** "Ada plays two of a kind to steal from you". */
function played(play: Play, at: At): string {
  const aimed = play.target === undefined ? "" : `${play.cards.length > 1 ? " to steal from" : " at"} ${whom(play.target, at)}`;
  return `${does(play.by, at, "play")} ${playName(play)}${aimed}`;
}

/** "a Skip", "two of a kind". */
export function playName(play: Play): string {
  return play.cards.length === 2 ? "two of a kind" : play.cards.length > 2 ? "three of a kind" : aCard(play.kind);
}

/** What those are about whom the table waits for. */
function doing(now: Phase, at: At): string | undefined {
  switch (now.type) {
    case "turn":
      return "They play cards, or draw.";
    case "aim":
      return `They aim ${aCard(now.play.kind)}.`;
    case "nope":
      return `${played(now.play, at)}: does anybody Nope${now.nopes > 0 ? " the Nope" : ""}?`;
    case "choice":
      return `They choose, for ${playName(now.play)}.`;
    case "drawn":
      return "They look at the card that they drew.";
    case "unmask":
    case "defuse":
      return "A kitten is about to explode.";
    case "tuck":
      return "They tuck the kitten into the pile.";
    case "over":
      return undefined;
    default:
      return unasked(now);
  }
}

function over(at: At): Prompt {
  const winners = at.view.standing?.winners ?? [];
  if (winners.length === 1) return { title: `${does(winners[0]!, at, "win")}!`, detail: "The last one alive." };
  return {
    title: "The game is over",
    detail: winners.length > 1 ? `${listed(winners.map(at.name))} share the win.` : undefined,
  };
}

function others({ waiting, you, name }: Asked): string {
  return listed(waiting.filter((seat) => seat !== you).map(name));
}

function unasked(now: never): never {
  return now;
}
