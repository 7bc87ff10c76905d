// The messages of Spellbook, and what they are made of.
import { textsOf } from "../../texts";

export const texts = await textsOf("spellbook");
