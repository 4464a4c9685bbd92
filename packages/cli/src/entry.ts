import { readFileSync, writeSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { codeFolder } from "./code-folder.ts";

declare const __REPRISE_VERSION__: string | undefined;

if (["--version", "-V"].includes(process.argv[2] ?? "") && process.argv.length === 3) printVersion();
else if (process.argv[2] === "demo-agent") await playAgent(process.argv.slice(3));
else if (process.argv[2] === "__complete") await completeWords(process.argv.slice(3));
else if (process.argv[2] === "__man") await printManPage();
else await start();

function printVersion(): void {
  try {
    writeSync(1, `${versionOf()}\n`);
  } catch (error) {
    process.exitCode = (error as NodeJS.ErrnoException).code === "EPIPE" ? 0 : 1;
  }
}

/** Not a command: the program the demo starts in place of an agent. */
async function playAgent(args: readonly string[]): Promise<void> {
  const { demoAgent } = await import("@reprise/demo/agent");
  await demoAgent(args);
}

/** Not a command: what completion scripts ask for. */
async function completeWords(words: readonly string[]): Promise<void> {
  useCompiledCode();
  const { complete } = await import("./completion/complete.ts");
  await complete(words);
}

/** Not a command: the build writes it beside the program. */
async function printManPage(): Promise<void> {
  const { manPage } = await import("./arguments/man-page.ts");
  writeSync(1, manPage(versionOf()));
}

async function start(): Promise<void> {
  // The demo leaves nothing behind, not even compiled code.
  if (process.argv[2] !== "demo") useCompiledCode();
  const { start } = await import("./start.ts");
  await start(process.argv.slice(2), versionOf());
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
