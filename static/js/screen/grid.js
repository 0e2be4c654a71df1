// @ts-check
/* The screen of pairs that are shown together. */

import { Group } from "./group.js";
import { begin } from "./units.js";

await begin(Group);
