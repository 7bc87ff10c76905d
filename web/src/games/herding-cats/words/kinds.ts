// The six kinds of card: what they are called, what stands on them, and one line each.
import type { Kind, Zone } from "../../../protocol/games/herding-cats";

export interface KindInfo {
  title: string;
  /** With its article: "an Alley Cat". */
  one: string;
  /** What it does or is worth, in a few words. */
  line: string;
  /** What an attack with it is aimed at. */
  aims?: Zone;
  /** What is printed on the card. */
  print: { lines: string[]; size: number; worth: string };
}

export const KINDS: Record<Kind, KindInfo> = {
  kitten: { title: "Kitten", one: "a Kitten", line: "Worth 2", print: { lines: ["Kitten"], size: 27, worth: "2" } },
  show_cat: {
    title: "Show Cat",
    one: "a Show Cat",
    line: "Worth 5, or 7 with a Kitten",
    print: { lines: ["Show Cat"], size: 19.8, worth: "5/7" },
  },
  alley_cat: {
    title: "Alley Cat",
    one: "an Alley Cat",
    line: "Worth 1. A card is thrown out of a hand",
    aims: "hand",
    print: { lines: ["Alley Cat"], size: 20.5, worth: "1" },
  },
  catnip: {
    title: "Catnip",
    one: "a Catnip",
    line: "Worth 1. Steals a card from a hand",
    aims: "hand",
    print: { lines: ["Catnip"], size: 26, worth: "1" },
  },
  animal_control: {
    title: "Animal Control",
    one: "an Animal Control",
    line: "Worth 0. Takes a card out of a herd",
    aims: "herd",
    print: { lines: ["Animal", "Control"], size: 17, worth: "0" },
  },
  laser_pointer: {
    title: "Laser Pointer",
    one: "a Laser Pointer",
    line: "Worth 0. Draws an attack to itself",
    print: { lines: ["Laser", "Pointer"], size: 17, worth: "0" },
  },
};

export const ORDER: readonly Kind[] = ["kitten", "show_cat", "alley_cat", "catnip", "animal_control", "laser_pointer"];
