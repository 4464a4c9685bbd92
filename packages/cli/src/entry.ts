import "./refuse-old-node.ts";
import { readFileSync, writeSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { codeFolder } from "./code-folder.ts";

declare const __REPRISE_VERSION__: string | undefined;

/**
 * The file that a person starts, bundled alone: what comes later comes from the cache of compiled code. Old Nodes parse
 * it and get as far as the sentence that says what to install.
 */
const [first = ""] = process.argv.slice(2);
if (["--version", "-V"].includes(first) && process.argv.length === 3) printVersion();
else startProgram();

function printVersion(): void {
  try {
    writeSync(1, `${versionOf()}\n`);
  } catch (error) {
    process.exitCode = (error as NodeJS.ErrnoException).code === "EPIPE" ? 0 : 1;
  }
}

function startProgram(): void {
  // The demo leaves nothing behind, not even compiled code.
  if (!["demo", "demo-agent", "__man"].includes(first)) useCompiledCode();
  void import("./program.ts").then(({ program }) => program(process.argv.slice(2), versionOf()));
}

/** Set by the build; read from package.json when run from source. */
function versionOf(): string {
  if (typeof __REPRISE_VERSION__ === "string") return __REPRISE_VERSION__;
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}

function useCompiledCode(): void {
  const folder = codeFolder();
  if (folder !== null) enableCompileCache(folder);
}
