// Writes the tables of keys into docs/users-guide.md: node packages/tui/test/write-guide-keys.ts
import { readFileSync, writeFileSync } from "node:fs";
import { withKeys } from "./guide-keys.ts";

const path = new URL("../../../docs/users-guide.md", import.meta.url);
writeFileSync(path, withKeys(readFileSync(path, "utf8")));
