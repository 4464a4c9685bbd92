import { basename, extname, join } from "node:path";
import { isPattern, type PromptInput } from "@reprise/model";
import { readStart } from "../../../host/files/open-file.ts";
import { removeFolder } from "../../../host/files/private-files.ts";
import { replaceFile } from "../../../host/files/replace-file.ts";
import type { Launch, Prompt } from "../../driving/driver.ts";
import { isOfWorkspace } from "./check-input.ts";

export interface PlacedInputs {
  /** As Gemini CLI can send them. */
  readonly inputs: readonly PromptInput[];
  /** The folder of the copies; null: there are none. */
  readonly folder: string | null;
  copy(): void;
  remove(): void;
}

/**
 * Gemini CLI sends only files of its workspace. Others are copied to a private folder that belongs to it for one turn: to add
 * the folder in which they are would give it everything there.
 */
export function placedInputs(
  { id, inputs = [] }: Prompt,
  { settings, keepIn }: Pick<Launch, "settings" | "keepIn">,
): PlacedInputs {
  const outside = inputs.filter((input) => !isOfWorkspace(input.path, settings.cwd));
  if (outside.length === 0 || !keepIn) return { inputs, folder: null, copy: () => undefined, remove: () => undefined };
  const folder = join(keepIn, `inputs-${id}`);
  const copies = new Map(
    outside.map((input, index) => [input, join(folder, String(index + 1), nameOf(input.path, index))]),
  );
  return {
    inputs: inputs.map((input) => ({ ...input, path: copies.get(input) ?? input.path })),
    folder,
    copy() {
      for (const [{ path }, copy] of copies) replaceFile(copy, readStart(path, mostBytes), { isDurable: false });
    },
    remove: () => removeFolder(folder),
  };
}

/** Larger ones are refused before. */
const mostBytes = 10 * 1024 * 1024;

function nameOf(path: string, index: number): string {
  const name = basename(path);
  return isPattern(name) ? `file-${index + 1}${extname(name)}` : name;
}
