// What is asked of the viewer and why, or whom the table waits for.
import type { Prompt } from "../../../lib/game";
import type { Action, PlayerView } from "../../../protocol/games/texas-42";
import { sitsOut } from "../model/look";
import { type At, bidName, boneName, pointsOf, sideName, suitName, upper, who } from "./names";

type Asked = At & { legal: Action[]; waiting: number[] };

export function prompt(at: Asked): Prompt | null {
  const asked = at.legal.length > 0 ? ask(at) : null;
  return asked ? { ...asked, tone: "ask" } : wait(at);
}

function ask(at: Asked): Prompt | null {
  const { view, you } = at;
  const can = (type: Action["type"]): boolean => at.legal.some((action) => action.type === type);
  switch (view.phase.type) {
    case "bidding": {
      const mayPass = at.legal.some((action) => action.type === "bid" && action.bid === "pass");
      const highest = view.contract
        ? `${upper(who(at, view.contract[0]))} bid ${bidName(view.contract[1].bid)}.`
        : "Nobody has bid yet.";
      return {
        title: "What do you bid?",
        detail: mayPass
          ? `${highest} You call once: bid${view.contract ? " higher" : ""} or pass.`
          : `${highest} It is up to you: you have to bid.`,
      };
    }
    case "redeal":
      return { title: "Everybody passed", detail: "It is your shake: deal new hands." };
    case "trump-selection": {
      const bidder = view.contract?.[0];
      const bid = view.contract ? bidName(view.contract[1].bid) : "";
      return bidder === undefined || bidder === you
        ? { title: "Name the trump", detail: `You won with ${bid}, and you lead.` }
        : { title: "Name the trump for your partner", detail: `${at.name(bidder)} bid ${bid}. You lead.` };
    }
    case "playing":
      return play(at);
    case "trick-complete": {
      const title = `${upper(who(at, view.phase.winner))} ${view.phase.winner === you ? "take" : "takes"} the trick${worth(view)}`;
      const detail = can("complete-trick")
        ? "All four agree. Take it in."
        : `${agreement(view.consensus.complete_trick)} Have a look, then go on.`;
      return { title, detail };
    }
    case "hand-complete":
      return {
        title: "The hand is played",
        detail: can("score-hand") ? "All four agree. Score it." : `${agreement(view.consensus.score_hand)} Go on to score it.`,
      };
    case "game-complete":
      return { title: "The game is won", detail: "You shake for the next one." };
    case "over":
      return null;
    default:
      return view.phase satisfies never;
  }
}

function play(at: Asked): Prompt {
  const [led] = at.view.current_trick;
  const held = at.view.self?.hand.length ?? 0;
  const choice =
    at.legal.length === held
      ? "Any of your bones may follow."
      : at.legal.length === 1
        ? "Only the raised bone may follow."
        : "The raised bones may follow.";
  if (!led) return { title: "You lead", detail: "The others must follow your suit." };
  const suit = suitName(at.view);
  return {
    title: suit ? `Follow ${suit}` : "Play a bone",
    detail: `${upper(who(at, led.player))} led ${boneName(led.domino)}. ${choice}`,
  };
}

function wait(at: Asked): Prompt | null {
  const { view, you } = at;
  const tone = "wait" as const;
  switch (view.phase.type) {
    case "bidding":
      return { title: waits(at, view.phase.player, "bidding"), tone };
    case "redeal":
      return { title: waits(at, view.phase.player, "shaking again"), detail: "Everybody passed.", tone };
    case "trump-selection":
      return { title: waits(at, view.phase.player, "naming the trump"), tone };
    case "playing": {
      const isOut = you !== null && sitsOut(view, you);
      return { title: waits(at, view.phase.player, "playing"), ...(isOut ? { detail: "You sit this hand out." } : {}), tone };
    }
    case "trick-complete": {
      const { passed } = view.phase.consensus;
      return {
        title: `${upper(who(at, view.phase.winner))} ${view.phase.winner === you ? "take" : "takes"} the trick${worth(view)}`,
        detail: agreement(passed),
        tone,
      };
    }
    case "hand-complete":
      return { title: "The hand is played", detail: agreement(view.phase.consensus.passed), tone };
    case "game-complete":
      return { title: waits(at, view.phase.player, "shaking for the next game"), tone };
    case "over": {
      const winner = view.standing?.winners[0];
      const side = winner === undefined ? null : (view.players[winner]?.team_id ?? null);
      return side === null
        ? { title: "The game is over", tone }
        : { title: `${upper(sideName(at, side))} have won`, detail: goal(view), tone };
    }
    default:
      return view.phase satisfies never;
  }
}

function waits(at: Asked, seat: number, doing: string): string {
  return seat === at.you ? `You are ${doing}` : `${at.name(seat)} is ${doing}`;
}

function agreement(passed: readonly number[]): string {
  return `${passed.length} of 4 agree.`;
}

function worth(view: PlayerView): string {
  return view.trick_points === undefined ? "" : `: ${pointsOf(view.trick_points)}`;
}

function goal(view: PlayerView): string {
  return `It ends ${Math.max(...view.team_marks)} to ${Math.min(...view.team_marks)} in marks.`;
}
