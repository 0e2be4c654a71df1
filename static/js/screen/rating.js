// @ts-check
/* The rating screen: one press answers, and the next pair is there. */

import { Pair } from "./pair.js";
import { begin } from "./units.js";

await begin(Pair);
