// The messages of Exploding Kittens, and what they are made of.
import { textsOf } from "../../texts";

export const texts = await textsOf("exploding-kittens");
