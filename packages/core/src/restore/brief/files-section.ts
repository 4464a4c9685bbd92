import { driftNow } from "@reprise/model";
import type { BriefAbout } from "./brief.ts";
import type { Digest } from "./digest.ts";
import { codeSpan } from "./markdown.ts";
import type { Measure } from "./measure.ts";
import { relativeTo } from "./relative-to.ts";
import { fittingRows, type Row } from "./rows.ts";
import { exactLine } from "./safe-text.ts";
import type { Fill } from "./section.ts";
import type { TouchedFile } from "./touched.ts";

/** What the session did to each file, and how that file is now, where that is known. */
export function filesSection(digest: Digest, about: BriefAbout, measure: Measure): Fill | null {
  if (digest.files.length === 0) return null;
  const { workspace } = about.session;
  const now = new Map(
    about.drift.flatMap((drift) =>
      drift.kind === "file" ? [[drift.subject, driftNow(drift)] as const] : [],
    ),
  );
  const rows = digest.files.map((file, index): Row => {
    const line = fileLine(file, workspace, now.get(file.path) ?? null);
    return { ways: [[line]], rank: now.has(file.path) ? index / 1000 : index + 1 };
  });
  return (most) =>
    fittingRows(rows, most, measure, {
      missingCount: digest.fileCount - digest.files.length,
      leftOut: (count) => `(${count} more, changed earlier)`,
      side: "after",
    });
}

const doneWords: Record<TouchedFile["done"], string> = {
  added: "added",
  modified: "modified",
  deleted: "deleted",
  renamed: "renamed",
  "moved away": "renamed, its new name was not recorded",
  "added, then deleted": "added, then deleted",
};

function fileLine(
  { path, done, from, turn, status }: TouchedFile,
  root: string | null,
  now: string | null,
): string {
  const name = (full: string) => codeSpan(exactLine(relativeTo(root, full), 300));
  const origin = done === "renamed" && from !== null ? ` from ${name(from)}` : "";
  const outcome = status === "done" ? "" : ", can't tell if it was written";
  const since = now === null ? "" : `; ${exactLine(now, 100)}`;
  return `- ${name(path)}: ${doneWords[done]}${origin}, turn ${turn}${outcome}${since}`;
}
