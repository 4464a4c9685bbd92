import { isWhole } from "../sample.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { gemini } from "./gemini.ts";
import { liveSuite } from "./live-suite.ts";
import { opencode } from "./opencode.ts";

/** What the suites of the drivers show of the others. */
for (const agent of isWhole ? [codex, claude, gemini, opencode] : [codex]) liveSuite(agent);
