import { liveSuite } from "./live-suite.ts";
import { opencode } from "./opencode.ts";

liveSuite(opencode);
