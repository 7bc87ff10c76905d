// The colours that cards are printed in: one palette for each colour of mana, for several colours, for none, and for land.

export type Colour = "W" | "U" | "B" | "R" | "G";
export const COLOURS: readonly Colour[] = ["W", "U", "B", "R", "G"];

export interface Inks {
  /** Behind everything, and the rays in it. */
  sky: string;
  ray: string;
  far: string;
  near: string;
  /** The one light thing: sun, eye, spark. */
  light: string;
  dark: string;
  /** The band around a card. */
  band: string;
  /** Paper with a tint of it, for the boxes of words. */
  tint: string;
}

export const INK = "#1d1a26";
export const PAPER = "#f6efe0";

const BY_COLOUR: Record<Colour, Inks> = {
  W: {
    sky: "#f0d99a",
    ray: "#f6e7bb",
    far: "#d9b25a",
    near: "#b98a35",
    light: "#fffaf0",
    dark: "#4a3413",
    band: "#e6cf8f",
    tint: "#fbf5e3",
  },
  U: {
    sky: "#7fb7dc",
    ray: "#9fcbe8",
    far: "#3f86bd",
    near: "#215f98",
    light: "#f3f7ea",
    dark: "#0f2947",
    band: "#6aa8d4",
    tint: "#eaf1f3",
  },
  B: {
    sky: "#8d7f9b",
    ray: "#a294ae",
    far: "#5b4d6b",
    near: "#3b3049",
    light: "#e9dfae",
    dark: "#17121f",
    band: "#8a7c97",
    tint: "#efe8ea",
  },
  R: {
    sky: "#f2a477",
    ray: "#f7bd94",
    far: "#d65a33",
    near: "#a83420",
    light: "#ffe9a8",
    dark: "#3d0f12",
    band: "#e88a5f",
    tint: "#fbece0",
  },
  G: {
    sky: "#b5d193",
    ray: "#c8dfab",
    far: "#5f9a57",
    near: "#2f6d43",
    light: "#fbf3bf",
    dark: "#12301f",
    band: "#8fbd7c",
    tint: "#eff3e0",
  },
};
const GOLD: Inks = {
  sky: "#ecc86a",
  ray: "#f3d98f",
  far: "#c4922c",
  near: "#94661a",
  light: "#fff6d6",
  dark: "#3a250a",
  band: "#dcb24a",
  tint: "#fbf3de",
};
const NONE: Inks = {
  sky: "#c9c6bd",
  ray: "#d8d5cc",
  far: "#93908a",
  near: "#67656a",
  light: "#fbf7ea",
  dark: "#24222b",
  band: "#b9b5ab",
  tint: "#f3f0e8",
};
const LAND: Inks = {
  sky: "#dcc7a0",
  ray: "#e8d8b8",
  far: "#ad8c61",
  near: "#7c6040",
  light: "#fff3cf",
  dark: "#2e2114",
  band: "#c3a67a",
  tint: "#f8f0e0",
};

/** The palette of these colours: with two, the sky has the first and what stands before it the second. */
export function inksOf(colours: readonly Colour[], isLand: boolean): Inks {
  const [first, second] = colours;
  if (!first) return isLand ? LAND : NONE;
  if (!second) return BY_COLOUR[first];
  const [sky, rest] = [BY_COLOUR[first], BY_COLOUR[second]];
  const mixed = { ...rest, sky: sky.sky, ray: sky.ray, light: sky.light };
  return { ...mixed, band: GOLD.band, tint: GOLD.tint };
}

/** What a disc with this letter is filled with. */
export const DISC: Record<string, string> = {
  W: "#f7e8b4",
  U: "#9ccdf0",
  B: "#bfb2c6",
  R: "#f5a588",
  G: "#a5d8a5",
  C: "#d5cfc4",
};
