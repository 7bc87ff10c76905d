// The messages of Texas 42, and what they are made of.
import { textsOf } from "../../texts";

export const texts = await textsOf("texas-42");
