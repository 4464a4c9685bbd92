import { gemini } from "./gemini.ts";
import { liveSuite } from "./live-suite.ts";

liveSuite(gemini);
