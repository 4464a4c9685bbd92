// Writes the tables of keys into docs/guide/keys.md: node packages/tui/test/write-guide-keys.ts
import { readFileSync, writeFileSync } from "node:fs";
import { withKeys } from "./guide-keys.ts";

const path = new URL("../../../docs/guide/keys.md", import.meta.url);
writeFileSync(path, withKeys(readFileSync(path, "utf8")));
