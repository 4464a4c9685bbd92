import { driftNow } from "@reprise/model";
import type { BriefAbout } from "./brief.ts";
import type { Digest, TouchedFile } from "./digest.ts";
import { codeSpan } from "./markdown.ts";
import type { Measure } from "./measure.ts";
import { relativeTo } from "./relative-to.ts";
import { fittingRows, type Row } from "./rows.ts";
import { exactLine } from "./safe-text.ts";
import type { Fill } from "./section.ts";

export function filesSection(digest: Digest, about: BriefAbout, measure: Measure): Fill {
  const { workspace } = about.session;
  const drifted = new Map(
    about.drift.flatMap(({ kind, subject, now }) =>
      kind === "file" ? [[exactLine(subject, 300), now] as const] : [],
    ),
  );
  const rows = digest.files.map((file, index): Row => {
    const line = fileLine(file, workspace, drifted);
    return { ways: [[line]], rank: drifted.has(file.path) ? index / 1000 : index + 1 };
  });
  return (most) =>
    fittingRows(rows, most, measure, {
      missingCount: digest.fileCount - digest.files.length,
      leftOut: (count) => `(${count} more, changed earlier)`,
      side: "after",
    });
}

function fileLine(
  { path, change, movedTo, turn, status }: TouchedFile,
  workspace: string | null,
  drifted: ReadonlyMap<string, string | null>,
): string {
  const shown = codeSpan(relativeTo(workspace, path));
  const to = movedTo === null ? "" : ` to ${codeSpan(relativeTo(workspace, movedTo))}`;
  const outcome =
    status === "open"
      ? ", outcome not recorded"
      : status === "failed"
        ? ", failed, can't tell if it was written"
        : "";
  const now = drifted.get(path);
  const since = now === undefined ? "" : `; now: ${exactLine(driftNow({ kind: "file", now }), 100)}`;
  return `- ${shown}: ${change}${to}, turn ${turn}${outcome}${since}`;
}
