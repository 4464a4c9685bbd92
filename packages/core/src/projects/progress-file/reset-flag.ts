import type { Files } from "../../host/files/files.ts";
import { replaceFile } from "../../host/files/replace-file.ts";
import { flagKey } from "./read-progress.ts";

const mostBytes = 4 * 1024 * 1024;

/** Sets the flag of a progress file to false and keeps everything else. */
export function resetFlag(path: string, files: Pick<Files, "text">): void {
  const text = files.text(path, mostBytes) ?? "";
  const line = new RegExp(`^(${flagKey}:[ \\t]*)[^\\s#]+`, "m");
  if (line.test(text)) replaceFile(path, text.replace(line, "$1false"));
}
