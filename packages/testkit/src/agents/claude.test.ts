import { claude } from "./claude.ts";
import { liveSuite } from "./live-suite.ts";

liveSuite(claude);
