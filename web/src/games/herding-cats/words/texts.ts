// The messages of Herding Cats, and what they are made of.
import { textsOf } from "../../texts";

export const texts = await textsOf("herding-cats");
