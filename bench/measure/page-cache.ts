import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Corpus } from "../corpus/prepare.ts";

const buffer = Buffer.allocUnsafe(1 << 20);

/** Reads every file once: an idle machine may have dropped some of them from memory meanwhile. */
export function readIntoPageCache({ codexHome }: Corpus): void {
  for (const entry of readdirSync(join(codexHome, "sessions"), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = openSync(join(entry.parentPath, entry.name), "r");
    while (readSync(file, buffer) > 0);
    closeSync(file);
  }
}
