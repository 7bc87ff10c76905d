// The inks that all cards of this game are printed with.
export const INK = "#1d1a26";
export const PAPER = "#f6efe0";
export const MARMALADE = "#e8772e";
export const TEAL = "#1f7a74";
export const OAT = "#f3dcae";
export const MINT = "#c3dccb";
