import { join, sep } from "node:path";
import { grouped, SessionError } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import type { FileThread } from "./file-name.ts";

/** What a log has of a large output: its start. All of it is in a file of the session's folder. */
export interface LargeOutput {
  readonly path: string;
  /** Without the tag around it. */
  readonly excerpt: string;
  /** Comes before the output. */
  readonly head: string;
}

const tagged =
  /^((?:Exit code \d+\n)?)<persisted-output>\n([^\n]* saved to: ([^\n]+))\n\nPreview \([^\n]*\):\n([\s\S]*?)(?:\n\.\.\.)?\n?<\/persisted-output>\s*$/;

export function largeOutputIn(text: string): LargeOutput | null {
  const [, head = "", saved = "", path = "", start = ""] = tagged.exec(text) ?? [];
  return path === "" ? null : { path, excerpt: `${head}${start}\n[${saved}]`, head };
}

const mostBytes = 4 * 1024 * 1024;

/** Reads large outputs of one session, never outside its folder: a copied session names paths of another machine. */
export class SavedOutputs {
  readonly #folder: string | null;
  readonly #host: Host;

  constructor(path: string, file: FileThread | null, host: Host) {
    this.#folder = sessionFolder(path, file);
    this.#host = host;
  }

  /** Null if it is not there. */
  read(path: string): string | null {
    const name = path.split(/[/\\]/).at(-1) ?? "";
    if (this.#folder === null || name === "") return null;
    const { files } = this.#host;
    const own = join(this.#folder, "tool-results", name);
    try {
      if (!files.real(own).startsWith(`${files.real(this.#folder)}${sep}`)) return null;
      const text = files.text(own, mostBytes);
      const left = (files.stamp(own)?.sizeBytes ?? 0) - mostBytes;
      return text === null || left <= 0 ? text : `${text}\n[${grouped(left)} more bytes are in ${own}]`;
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      return null;
    }
  }
}

function sessionFolder(path: string, file: FileThread | null): string | null {
  if (!file?.subagent) return path.slice(0, -".jsonl".length);
  const { parent } = file.subagent;
  const at = parent === null ? -1 : path.lastIndexOf(`${sep}${parent}${sep}`);
  return at === -1 ? null : path.slice(0, at + sep.length + (parent?.length ?? 0));
}
