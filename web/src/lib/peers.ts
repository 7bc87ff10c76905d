// Tables whose players deal for themselves, without a trusted server: what the page says about them.
import type { PeerState, PeerTableInfo, PeerTableLine, TableLine } from "../protocol/types";

/** The link of a table. The code of a private one is in the fragment, which a browser tells nobody. */
export function peersLink(id: string, code: string): string {
  return `${location.origin}/peers/${id}${code ? `#${encodeURIComponent(code)}` : ""}`;
}

/** What somebody who opens the link reads, and what they can do. */
export interface Standing {
  title: string;
  heading: string;
  text: string;
  /** The line for a terminal; missing if there is nothing to do. */
  command?: (link: string) => string;
}

const watch = (link: string) => `facedown peer watch ${quoted(link)}`;
const join = (link: string) => `facedown peer join ${quoted(link)}`;

export function standing({ state, seats, game }: Pick<PeerTableInfo, "state" | "seats" | "game">): Standing {
  const free = seats.filter((seat) => seat === null).length;
  const nobody = free === seats.length;
  const all: Record<PeerState, Standing> = {
    open: {
      title: nobody ? "Nobody is here yet" : `${free} of ${seats.length} seats ${free === 1 ? "is" : "are"} free`,
      heading: nobody ? "Take the first seat" : "Join this table",
      text: "You join from a terminal on your own computer, not in this page.",
      command: join,
    },
    agreeing: {
      title: "Every seat is taken; the game is about to begin",
      heading: "Watch this game",
      text: "Sit down at another table, or watch. If somebody does not come, their seat is free again after ten minutes.",
      command: watch,
    },
    playing: {
      title: "Every seat is taken; the game is on",
      heading: "Watch this game",
      text: "Whoever watches sees what lies open on the table, and no hand. A player who lost the connection goes on with the program they joined with.",
      command: watch,
    },
    over: {
      title: "This game is over",
      heading: "Look at the game again",
      text: "Everything that was posted is kept here. Your own computer checks it before it shows it.",
      command: watch,
    },
    closed: {
      title: "This table was closed before the game began",
      heading: "Make a new table",
      text: "The players did not agree, or nobody came. A new table is one line.",
      command: () => `facedown peer new ${game}`,
    },
  };
  return all[state];
}

/** A span of time in words. */
export function span(seconds: number): string {
  const [count, unit] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, "day"]
      : seconds % 3600 === 0
        ? [seconds / 3600, "hour"]
        : seconds % 60 === 0
          ? [seconds / 60, "minute"]
          : [seconds, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** The table as a line of the lobby's list. */
export function asLine({ state, ...line }: PeerTableLine): TableLine {
  return { ...line, state: state === "open" ? "open" : "playing", your_turn: false };
}

/** In quotation marks if a shell would read a part of it otherwise. */
function quoted(link: string): string {
  return link.includes("#") ? `"${link}"` : link;
}
