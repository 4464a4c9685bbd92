import { codex } from "./codex.ts";
import { liveSuite } from "./live-suite.ts";

liveSuite(codex);
