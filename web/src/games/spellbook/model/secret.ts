// Words that are chosen in secret: a slip of paper with the face of a card, whose sixteen bytes are a text of its own.

const MARK = 0xff;
const LONGEST = 14;

/** The face that is this text; null if it is empty or too long. */
export function secretOf(text: string): string | null {
  const bytes = new TextEncoder().encode(text.trim());
  if (bytes.length === 0 || bytes.length > LONGEST) return null;
  const all = new Uint8Array(16);
  all.set([MARK, bytes.length]);
  all.set(bytes, 2);
  return [...all].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The text that this face is; null for the face of a card. */
export function textOf(face: string): string | null {
  const bytes = Uint8Array.from(face.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const [mark, length = 0] = bytes;
  if (bytes.length !== 16 || mark !== MARK || length === 0 || length > LONGEST) return null;
  if (bytes.subarray(2 + length).some((byte) => byte !== 0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(2, 2 + length));
  } catch {
    return null;
  }
}
