import { exactLine, localTime, type RunScope, type RunState } from "@reprise/model";
import { useEffect, useRef, useState } from "preact/hooks";
import { Badge, Button, TextField } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { hrefOf, noReview } from "../shell/route.ts";
import { goTo } from "../shell/router.ts";
import { useTitle } from "../shell/use-title.ts";

type PullScope = Extract<RunScope, { kind: "pull-request" }>;
type ReviewRun = RunState & { readonly scope: PullScope };

const mostRecent = 8;

/** Which pull request, and where the agent would work on it. */
export function ChooseReview() {
  const { here, runner } = usePage();
  const [target, setTarget] = useState("");
  const [folder, setFolder] = useState(here.folder);
  const [file, setFile] = useState(here.isDemo ? `${here.folder}/comments.jsonl` : "");
  const [recent, setRecent] = useState<readonly ReviewRun[]>([]);
  const field = useRef<HTMLInputElement>(null);
  useTitle("Reviews");
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    // Only a shorter way to what can be typed.
    runner.runs().then(
      (runs) => setRecent(recentReviews(runs)),
      () => undefined,
    );
  }, [runner]);
  const given = (text: string) => (text.trim() === "" ? null : text.trim());
  const whyNot = given(target) === null && given(file) === null ? "Name a pull request, or a file of comments." : null;
  const show = () => {
    if (whyNot === null) goTo({ ...noReview, target: given(target), comments: given(file), folder: given(folder) });
  };
  return (
    <div class="screen reviews">
      <div class="screen-head">
        <h1>Reviews</h1>
      </div>
      <div class="screen-body">
        <form
          class="review-form choose-review"
          onSubmit={(event) => {
            event.preventDefault();
            show();
          }}
        >
          <p class="soft">
            Lists the review comments of a pull request, and lets an agent work through them in your checkout.
          </p>
          <TextField
            label="Pull request"
            placeholder="owner/repository#42, its URL, or its number"
            value={target}
            onInput={setTarget}
            inputRef={field}
          />
          <TextField label="Folder of the checkout" value={folder} onInput={setFolder} />
          <TextField
            label="Comments file (instead of the server)"
            placeholder="/path/to/comments.jsonl"
            value={file}
            onInput={setFile}
          />
          <div class="toolbar">
            <Button tone="primary" whyNot={whyNot} onClick={show}>
              Show the comments
            </Button>
          </div>
          {/* Enter in a field submits only a form that has a button for it. */}
          <input type="submit" hidden />
        </form>
        {recent.length > 0 && (
          <section class="recent-reviews" aria-label="Recent reviews">
            <h2>Recent</h2>
            <ul class="plain">
              {recent.map(({ run, scope, status, updatedAt, workspace }) => (
                <li key={run}>
                  <a class="recent-review" href={hrefOf({ ...noReview, target: nameOf(scope), folder: workspace })}>
                    <strong>{exactLine(`${scope.owner}/${scope.repository}#${scope.number}`)}</strong>
                    <Badge tone={status === "interrupted" || status === "failed" ? "caution" : "plain"}>{status}</Badge>
                    <span class="faint">{localTime(updatedAt)}</span>
                    {workspace !== null && <span class="faint mono">{exactLine(workspace)}</span>}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}

/** The latest run of each pull request. */
export function recentReviews(runs: readonly RunState[]): readonly ReviewRun[] {
  const seen = new Set<string>();
  return runs
    .filter((run): run is ReviewRun => run.scope?.kind === "pull-request")
    .filter(({ scope }) => !seen.has(nameOf(scope)) && seen.add(nameOf(scope)))
    .slice(0, mostRecent);
}

/** With its host. */
function nameOf({ host, owner, repository, number }: PullScope): string {
  return `${host}/${owner}/${repository}#${number}`;
}
