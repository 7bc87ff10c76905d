// Mana and other symbols in the words of cards: `{2}{W/U}{T}`.

/** A piece of a text: words, or one symbol without its braces. */
export type Piece = { text: string } | { symbol: string };

const SYMBOL = /\{([^{}\s]{1,8})\}/g;

/** The symbols of a cost, in order. */
export function symbols(cost: string): string[] {
  return [...cost.matchAll(SYMBOL)].map(([, symbol]) => symbol!.toUpperCase());
}

/** A text cut at its symbols. */
export function pieces(text: string): Piece[] {
  const all: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(SYMBOL)) {
    if (match.index > end) all.push({ text: text.slice(end, match.index) });
    all.push({ symbol: match[1]!.toUpperCase() });
    end = match.index + match[0].length;
  }
  if (end < text.length) all.push({ text: text.slice(end) });
  return all;
}

const NAMES: Record<string, string> = {
  W: "white",
  U: "blue",
  B: "black",
  R: "red",
  G: "green",
  C: "colourless",
  S: "snow",
  E: "energy",
  T: "tap",
  Q: "untap",
  P: "two life",
};

/** How a symbol is said. */
export function spoken(symbol: string): string {
  return symbol
    .split("/")
    .map((part) => NAMES[part] ?? part)
    .join(" or ");
}

/** A text with its symbols said in words, for screen readers. */
export function said(text: string): string {
  return pieces(text)
    .map((piece) => ("text" in piece ? piece.text : ` ${spoken(piece.symbol)} `))
    .join("")
    .replaceAll(/ +/g, " ")
    .replaceAll(/ ([,.:;])/g, "$1")
    .trim();
}
