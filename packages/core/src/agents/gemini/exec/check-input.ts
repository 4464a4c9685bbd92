import { basename, isAbsolute, relative, sep } from "node:path";
import { isPattern, type PromptInput } from "@reprise/model";
import { nodeFiles } from "../../../host/files/node-files.ts";
import type { Launch, Prompt } from "../../driving/driver.ts";
import { refusedInput } from "../../driving/prompt-file.ts";

export function isOfWorkspace(path: string, cwd: string | null): boolean {
  const inside = relative(nodeFiles.real(cwd ?? "."), nodeFiles.real(path));
  return !(isAbsolute(inside) || inside === ".." || inside.startsWith(`..${sep}`));
}

/** Throws a `DriverError` for a file that Gemini CLI would leave out without a word. Those outside its workspace are copied. */
export function checkInput({ path }: PromptInput, { settings }: Pick<Launch, "settings">): void {
  if (isOfWorkspace(path, settings.cwd) && isPattern(path))
    throw refusedInput(
      `${JSON.stringify(path)} has characters that Gemini CLI does not take literally. Rename the file.`,
    );
}

/** What Gemini CLI sends as bytes, by its own rule. */
const mediaName = /\.(?:png|jpe?g|gif|webp|pdf)$/i;

/** Which of a prompt's images and files the log of its thread lacks: Gemini CLI leaves out files silently. */
export function leftOutInputs({ inputs = [] }: Prompt, log: string): string[] {
  const isMedia = ({ kind, path }: PromptInput) => kind === "image" || mediaName.test(path);
  const media = inputs.filter(isMedia);
  const isSent = ({ path }: PromptInput) => log.includes(`${inJson(basename(path))}:\\n`);
  const mediaCount = log.split('"inlineData"').length - 1;
  const missing = inputs.filter((input) => (isMedia(input) ? mediaCount < media.length : !isSent(input)));
  return missing.map(
    ({ path }) =>
      `Gemini CLI may not have sent ${path}. It skips files that git or .geminiignore ignores, and folders such as dist.`,
  );
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
