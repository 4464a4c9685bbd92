import { count, type Reviews, type ReviewTarget } from "@reprise/model";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Banner, Button, Spinner } from "../design/index.ts";
import { DiffText } from "../text/diff-text.tsx";
import { type DiffFile, diffFiles } from "./diff-files.ts";

/** Lines that are drawn at first; files after that are opened by a click. */
const openLines = 2000;

interface FullDiffProps {
  readonly reviews: Reviews;
  readonly target: ReviewTarget;
  /** The file of the chosen comment is open too. */
  readonly file: string | null;
}

/** The whole diff of the pull request, file by file. */
export function FullDiff({ reviews, target, file }: FullDiffProps) {
  const [diff, setDiff] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = () => {
    setProblem(null);
    reviews.diff(target).then(setDiff, (error: Error) => setProblem(error.message));
  };
  useEffect(load, [reviews, target]);
  const files = useMemo(() => diffFiles(diff ?? ""), [diff]);
  if (problem !== null)
    return (
      <Banner tone="danger" actions={<Button onClick={load}>Try again</Button>}>
        {problem}
      </Banner>
    );
  if (diff === null) return <Spinner>Getting the diff…</Spinner>;
  if (files.length === 0) return <p class="soft">The pull request changes nothing.</p>;
  let lines = 0;
  return (
    <section class="full-diff" aria-label="Diff of the pull request">
      {files.map((one, index) => {
        lines += one.lineCount;
        return <FileDiff key={index} file={one} isOpen={lines <= openLines || one.name === file} />;
      })}
    </section>
  );
}

function FileDiff({ file, isOpen: isOpenAtFirst }: { readonly file: DiffFile; readonly isOpen: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <code>{file.name === "" ? "(no name)" : file.name}</code>{" "}
        <span class="faint">{count(file.lineCount, "line")}</span>
      </summary>
      {isOpen && <DiffText diff={file.text} change="update" />}
    </details>
  );
}
