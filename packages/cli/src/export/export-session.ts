import { extname } from "node:path";
import type { Library, SessionSummary } from "@reprise/model";
import { badUse } from "../arguments/bad-use.ts";
import type { ExportFormat } from "../arguments/options.ts";
import type { Home } from "../machine.ts";
import { checkTarget } from "./check-target.ts";
import { writeHtml } from "./html.ts";
import { writeJsonl } from "./jsonl.ts";
import { writeMarkdown } from "./markdown.ts";
import type { WriteTranscript } from "./write.ts";
import { writeWhole } from "./write-file.ts";
import { isStream } from "./write-stream.ts";

interface ExportWish {
  readonly session: SessionSummary;
  /** Absolute. */
  readonly path: string;
  readonly format: ExportFormat;
  readonly isForced: boolean;
  readonly homes: readonly Home[];
  readonly library: Pick<Library, "read">;
  readonly signal: AbortSignal;
}

/** Resolves with the size of the whole file. Throws `refused` for an agent's file, and for an existing one unless forced. */
export async function exportSession({ session, path, format, library, signal, ...rules }: ExportWish): Promise<number> {
  checkTarget(path, { ...rules, session });
  const reading = await library.read(session);
  const write = writers[format];
  return writeWhole(path, { isForced: rules.isForced, signal }, (out) => write(out, reading));
}

const endings: Readonly<Record<string, ExportFormat>> = {
  ".md": "markdown",
  ".markdown": "markdown",
  ".txt": "markdown",
  ".html": "html",
  ".htm": "html",
  ".jsonl": "jsonl",
};

/** By the ending of the file's name. Throws `bad-use` for an unknown one; `orElse`: what else can be done then. */
export function formatFor(file: string, orElse = ""): ExportFormat {
  const ending = extname(file).toLowerCase();
  if (ending === "" || isStream(file)) return "markdown";
  const format = endings[ending];
  if (format !== undefined) return format;
  throw badUse(
    `${file}: ${ending} is not a format of export. Use .md, .html or .jsonl${orElse}.`,
    [".md", ".html", ".jsonl"].map((known) => file.slice(0, -ending.length) + known),
  );
}

export const writers: Readonly<Record<ExportFormat, WriteTranscript>> = {
  markdown: writeMarkdown,
  html: writeHtml,
  jsonl: writeJsonl,
};
