// Cards in order, for zones that are browsed and for a hand that is sorted.
import { isCreature, isLand, type Printed } from "./printed";

export type Order = "as they lie" | "by name" | "by cost" | "by type";
export const ORDERS: readonly Order[] = ["as they lie", "by name", "by cost", "by type"];

/** The mana value of a cost: numbers count as what they are, X as nothing, everything else as one. */
export function valueOf(cost: readonly string[]): number {
  return cost.reduce((sum, symbol) => {
    if (/^\d+$/.test(symbol)) return sum + Number(symbol);
    if (/^[XYZ]$/.test(symbol)) return sum;
    const half = /^(\d+)\//.exec(symbol);
    return sum + (half ? Number(half[1]) : 1);
  }, 0);
}

function kind(card: Printed): number {
  if (isLand(card)) return 3;
  if (isCreature(card)) return 0;
  return /planeswalker|battle/i.test(card.type) ? 1 : 2;
}

/** In this order; cards that nobody sees stay at the end, in the order in which they lie. */
export function ordered<T>(all: readonly T[], of: (one: T) => Printed | null, order: Order): T[] {
  if (order === "as they lie") return [...all];
  return all.toSorted((a, b) => {
    const [one, other] = [of(a), of(b)];
    if (!one || !other) return Number(!one) - Number(!other);
    const byName = one.name.localeCompare(other.name);
    const byCost = valueOf(one.cost) - valueOf(other.cost);
    if (order === "by cost") return byCost || byName;
    if (order === "by type") return kind(one) - kind(other) || byCost || byName;
    return byName;
  });
}

/** Those whose words have all of these words in them. */
export function found<T>(all: readonly T[], of: (one: T) => Printed | null, words: string): T[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [...all];
  return all.filter((one) => {
    const card = of(one);
    const text = card ? plain(`${card.name} ${card.type} ${card.text}`) : "";
    return wanted.every((word) => text.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("’", "'");
}
