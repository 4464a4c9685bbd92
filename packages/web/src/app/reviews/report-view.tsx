import {
  type CommentReport,
  commentOutcomeWords,
  exactLine,
  type ReviewChange,
  type ReviewComment,
} from "@reprise/model";
import { useState } from "preact/hooks";
import { Badge, Banner, Button, Empty, Spinner } from "../design/index.ts";
import { FilePath } from "../embedding/file-path.tsx";
import { authorOf, changeWords, outcomeMarks, placeOf, previewOf, repliesTo } from "./comment-words.ts";
import { ReplyEditor } from "./reply-editor.tsx";
import type { ReportStore } from "./report-store.ts";

/** Comments that are drawn at first. */
const most = 100;

interface ReportViewProps {
  readonly store: ReportStore;
  /** All of them, for answers that were posted meanwhile. */
  readonly comments: readonly ReviewComment[];
  /** When the run started; null: not known. */
  readonly since: string | null;
  readonly host: string | null;
  readonly folder: string;
  readonly onPosted: () => void;
  readonly onTryAgain: () => void;
}

/** What the latest run changed for each comment, by the machine's account. */
export function ReportView(props: ReportViewProps) {
  const { store, comments, since, host, folder, onPosted, onTryAgain } = props;
  const [shownCount, setShownCount] = useState(most);
  const [report, problem] = [store.report.value, store.problem.value];
  const failure = problem !== null && (
    <Banner tone="danger" actions={<Button onClick={onTryAgain}>Try again</Button>}>
      {problem}
    </Banner>
  );
  if (report === null) return failure || <Spinner>Comparing…</Spinner>;
  if (report.run === null)
    return (
      <Empty icon="review" title="No run yet">
        <p>After a run, this shows what it changed for each comment, with a drafted reply.</p>
      </Empty>
    );
  return (
    <section class="report" aria-label="Report">
      {failure}
      {report.comments.slice(0, shownCount).map((one) => (
        <ReportCard
          key={one.comment.id}
          report={one}
          folder={folder}
          editor={
            <ReplyEditor
              store={store}
              comment={one.comment}
              since={since}
              host={host}
              onPosted={onPosted}
              replies={repliesTo(comments, one.comment)}
            />
          }
        />
      ))}
      {report.comments.length > shownCount && (
        <Button onClick={() => setShownCount(shownCount + most)}>
          Show {Math.min(most, report.comments.length - shownCount)} more
        </Button>
      )}
      {report.comments.length === 0 && <p class="soft">No comments are shown: change the filter.</p>}
      {report.others.length > 0 && (
        <section class="card report-card" aria-label="Other files">
          <h2>Other files that changed</h2>
          <Changes changes={report.others} folder={folder} />
        </section>
      )}
    </section>
  );
}

interface ReportCardProps {
  readonly report: CommentReport;
  readonly folder: string;
  readonly editor: preact.ComponentChildren;
}

function ReportCard({ report: { comment, outcome, changes }, folder, editor }: ReportCardProps) {
  const { sign, tone } = outcomeMarks[outcome];
  return (
    <article class="card report-card" aria-label={`${authorOf(comment)} at ${placeOf(comment)}`}>
      <header>
        <Badge tone={tone}>
          <span aria-hidden="true">{sign}</span> {commentOutcomeWords({ outcome, comment })}
        </Badge>
        <strong>{authorOf(comment)}</strong>
        <code class="grow comment-place">{placeOf(comment)}</code>
      </header>
      <p class="soft cut">{previewOf(comment)}</p>
      {changes.length > 0 && <Changes changes={changes} folder={folder} />}
      {editor}
    </article>
  );
}

function Changes({ changes, folder }: { readonly changes: readonly ReviewChange[]; readonly folder: string }) {
  return (
    <ul class="plain report-changes">
      {changes.map((change) => (
        <li key={change.path}>
          <FilePath path={`${folder}/${change.path}`} line={change.lines[0]?.start ?? null}>
            {exactLine(change.path)}
          </FilePath>{" "}
          <span class="soft">{changeWords(change)}</span>
        </li>
      ))}
    </ul>
  );
}
