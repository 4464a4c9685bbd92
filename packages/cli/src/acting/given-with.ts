import { resolve } from "node:path";
import { nodeHost } from "@reprise/core";
import type { RunWish } from "@reprise/model";
import { badUse } from "../arguments/bad-use.ts";
import type { Job } from "../commands/command.ts";

/** Enough for any instructions; a larger file was named by mistake. */
const mostBytes = 1024 * 1024;

/** Images, files and instructions from the command line; the runner checks whether the agent accepts them. */
export function givenWith({ values, machine }: Job): Pick<RunWish, "inputs" | "instructions"> {
  const at = (path: string) => resolve(machine.cwd, path);
  const inputs = [
    ...values.image.map((path) => ({ kind: "image", path: at(path) }) as const),
    ...values.file.map((path) => ({ kind: "file", path: at(path) }) as const),
  ];
  const said = values.instructions;
  const instructions = said?.startsWith("@") ? instructionsIn(at(said.slice(1))) : said;
  return { ...(inputs.length > 0 ? { inputs } : {}), ...(instructions ? { instructions } : {}) };
}

/** Never blocks: pipes and devices are refused by name. */
function instructionsIn(path: string): string {
  const { files } = nodeHost();
  if ((files.stamp(path)?.sizeBytes ?? 0) > mostBytes)
    throw badUse(`--instructions takes at most 1 MB, and ${path} is larger.`);
  const text = files.text(path, mostBytes);
  if (!text?.trim()) throw badUse(`--instructions needs a file with text, and ${path} has none.`);
  return text;
}
