import type { ItemBody } from "@reprise/model";
import { type Foreign, isForeign, textOf } from "../../foreign.ts";
import { changesOf } from "./edit.ts";

export type CallKind = "command" | "edit" | "tool";

const shells: ReadonlySet<string> = new Set(["Bash", "PowerShell"]);
const editors: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);

export function kindOfCall(name: string): CallKind {
  if (shells.has(name)) return "command";
  return editors.has(name) ? "edit" : "tool";
}

/** Models may write anything instead of an object. */
function unpacked(given: unknown): string {
  if (isForeign(given) || given === null || given === undefined) return "";
  return typeof given === "string" ? given : JSON.stringify(given);
}

/** The result comes later. */
export function bodyOfCall(name: string, given: unknown): ItemBody {
  const input: Foreign = isForeign(given) ? given : {};
  switch (kindOfCall(name)) {
    case "command":
      return {
        kind: "command",
        command: textOf(input.command) ?? unpacked(given),
        output: null,
        exitCode: null,
        status: "open",
      };
    case "edit":
      return { kind: "edit", changes: changesOf(name, input), status: "open" };
    case "tool":
      return { kind: "tool", name, input: given ?? null, output: null, status: "open" };
  }
}
