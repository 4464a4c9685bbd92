import {
  choiceWords,
  commentsToRun,
  count,
  exactLine,
  noChoice,
  type ReviewFilter,
  type Reviews,
  reviewScope,
  safeLine,
  withToggled,
  zonedTime,
} from "@reprise/model";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Banner, Button, IconButton, Segmented, Spinner } from "../design/index.ts";
import { useCommands } from "../shell/commands.ts";
import { usePage } from "../shell/page.ts";
import { hrefOf, type RouteOf } from "../shell/route.ts";
import { replaceRoute } from "../shell/router.ts";
import { useTitle } from "../shell/use-title.ts";
import { store as keep, stored } from "../workbench/layout/stored.ts";
import { useWidth } from "../workbench/layout/use-width.ts";
import { CommentDetail } from "./comment-detail.tsx";
import { CommentList } from "./comment-list.tsx";
import { writtenUntil } from "./comment-words.ts";
import { FilterBar } from "./filter-bar.tsx";
import { FullDiff } from "./full-diff.tsx";
import { ReportStore } from "./report-store.ts";
import { ReportView } from "./report-view.tsx";
import { ReviewHead, reviewName } from "./review-head.tsx";
import { ReviewStore } from "./review-store.ts";
import { RunPanel } from "./run-panel.tsx";
import { RunStore } from "./run-store.ts";
import { useRefresh } from "./use-refresh.ts";
import { useReviewKeys } from "./use-review-keys.ts";
import { type WorkBegin, WorkDialog } from "./work-dialog.tsx";

/** From here on, the comment has a place beside the list. */
const wide = 860;

export type Part = "list" | "comment" | "diff" | "report";

interface ReviewPageProps {
  readonly reviews: Reviews;
  readonly route: RouteOf<"reviews">;
}

export function ReviewPage({ reviews, route }: ReviewPageProps) {
  const { here, runner, sessions } = usePage();
  const { target: asked, comments: file, folder } = route;
  const store = useMemo(() => {
    const wish = { target: asked, commentsFile: file, folder: folder ?? here.folder };
    return new ReviewStore(reviews, wish, route.filter);
  }, [reviews]);
  const target = store.target.value;
  const fetched = store.fetched.value;
  const problem = store.problem.value;
  const { filter, list, chosen } = store.shown.value;
  const runs = useMemo(() => (target === null ? null : new RunStore(runner, reviewScope(target))), [target]);
  const report = useMemo(() => {
    if (target === null) return null;
    const place = `review-replies ${target.pullRequest?.url ?? target.commentsFile ?? ""}`;
    return new ReportStore(reviews, target, { load: () => stored(place), save: (text) => keep(place, text) });
  }, [target]);
  const [part, setPart] = useState<Part>("list");
  const [work, setWork] = useState<WorkBegin | null>(null);
  const [worked, setWorked] = useState(list);
  const [marked, setMarked] = useState(noChoice);
  const [notice, setNotice] = useState<string | null>(null);
  const [isStopping, setStopping] = useState(false);
  const [isWide, element] = useWidth(wide);
  const range = useRef<HTMLInputElement>(null);
  useTitle(reviewName(fetched?.pullRequest ?? target?.pullRequest ?? null, asked ?? file ?? ""));

  useEffect(() => void store.open(), [store]);
  useEffect(() => {
    runs?.open();
    return () => runs?.close();
  }, [runs]);
  const changes = sessions.changes.value;
  useEffect(() => void runs?.look(), [runs, changes]);
  const refresh = useCallback(() => {
    void store.refreshByItself(new Date());
    void runs?.look();
  }, [store, runs]);
  useRefresh(refresh);

  const latest = runs?.latest.value ?? null;
  const isRunning = runs !== null && (runs.live.value !== null || latest?.status === "running");
  const hasRun = latest !== null && !isRunning;
  const edition = hasRun ? `${latest.run} ${latest.updatedAt}` : "";
  const loadReport = () => {
    if (latest !== null) void report?.load(writtenUntil(list, latest.finishedAt ?? latest.updatedAt));
  };
  useEffect(() => {
    if (hasRun && fetched !== null) loadReport();
  }, [report, edition, list]);
  const ended = runs?.ended.value ?? null;
  useEffect(() => {
    if (ended?.status === "completed") setPart("report");
  }, [ended]);

  const filterBy = (change: Partial<ReviewFilter>) => {
    void store.filterBy(change).then(() => replaceRoute({ ...route, filter: store.shown.peek().filter }));
  };
  const mark = (id: number | null) => {
    if (id !== null) setMarked(withToggled(marked, id, list));
  };
  const toRun = commentsToRun(list, marked);
  const begin = (how: WorkBegin) => {
    setNotice(null);
    if (isRunning) setNotice("A run is already in progress.");
    else if (list.length === 0) setNotice("No comments are shown. Change the filter, then work on them.");
    else {
      setWorked(toRun);
      setWork(how);
    }
  };
  useReviewKeys({
    store,
    part,
    filter,
    isWide,
    setPart,
    filterBy,
    onMark: () => mark(chosen),
    onWork: () => begin({ kind: "ask" }),
    onRefresh: () => void (fetched === null ? store.open() : store.refresh()),
    onRange: () => range.current?.focus(),
    onEscape: () => {
      if (notice !== null) setNotice(null);
      else if (part === "diff" || part === "report" || (part === "comment" && !isWide)) setPart("list");
      else if (runs !== null && runs.live.value !== null) setStopping(true);
    },
  });
  const workLabel = `Work on ${count(toRun.length, "comment")}`;
  const canWork = fetched !== null && !isRunning && list.length > 0;
  useCommands(canWork ? [{ id: "work", title: workLabel, key: "x", run: () => begin({ kind: "ask" }) }] : []);

  const comment = list.find(({ id }) => id === chosen) ?? null;
  const shownPart: Part = isWide && part === "list" ? "comment" : part;
  const parts = [
    ...(isWide ? [] : [{ value: "list" as const, label: "Comments" }]),
    { value: "comment" as const, label: "Comment" },
    ...(target?.pullRequest ? [{ value: "diff" as const, label: "Diff" }] : []),
    ...(hasRun ? [{ value: "report" as const, label: "Report" }] : []),
  ];
  return (
    <div ref={element} class="screen review" data-wide={isWide ? "" : undefined}>
      <ReviewHead
        asked={asked ?? file ?? ""}
        target={target}
        fetched={fetched}
        isFetching={store.isFetching.value}
        onRefresh={() => void store.refresh()}
      />
      {problem !== null && (
        <Banner
          tone="danger"
          actions={<Button onClick={() => void (fetched === null ? store.open() : store.refresh())}>Try again</Button>}
        >
          {safeLine(problem.message)}
          {problem.until !== null && ` Fetched again by itself after ${zonedTime(problem.until)}.`}
          {problem.candidates.length > 0 && (
            <ul class="plain">
              {problem.candidates.map((one) => (
                <li key={one}>
                  <a href={hrefOf({ ...route, target: one })}>{exactLine(one)}</a>
                </li>
              ))}
            </ul>
          )}
        </Banner>
      )}
      {notice !== null && (
        <Banner
          tone="danger"
          actions={<IconButton size="small" icon="close" label="Close message" onClick={() => setNotice(null)} />}
        >
          {notice}
        </Banner>
      )}
      {fetched === null && problem === null && <Spinner>Fetching the comments…</Spinner>}
      {fetched !== null && target !== null && (
        <>
          <FilterBar
            fetched={fetched}
            filter={filter}
            shownCount={list.length}
            rangeRef={range}
            onFilter={filterBy}
            rangeProblem={store.rangeProblem.value}
          />
          <Notes fetched={fetched} />
          {runs !== null && (
            <RunPanel
              store={runs}
              journal={hasRun ? (report?.report.value?.journal ?? null) : null}
              isStopping={isStopping}
              onStopping={setStopping}
              onReplay={(session) => begin({ kind: "replay", session })}
              onFresh={() => begin({ kind: "fresh" })}
            />
          )}
          <div class="review-bar toolbar">
            <Segmented label="What to show" value={shownPart} options={parts} onChange={setPart} />
            <span class="grow" />
            {choiceWords(list, marked) !== "" && (
              <>
                <span class="soft" role="status">
                  {choiceWords(list, marked)}
                </span>
                <Button tone="quiet" onClick={() => setMarked(noChoice)}>
                  Choose none
                </Button>
              </>
            )}
            <Button
              tone="primary"
              icon="play"
              whyNot={
                isRunning
                  ? "A run is already in progress."
                  : list.length === 0
                    ? "No comments are shown. Change the filter."
                    : null
              }
              onClick={() => begin({ kind: "ask" })}
            >
              {workLabel}
            </Button>
          </div>
          <div class="review-body">
            {(isWide || shownPart === "list") && (
              <div class="review-list">
                {list.length === 0 ? (
                  <p class="soft review-none">
                    {fetched.comments.length === 0 ? "There are no review comments." : "No comment matches the filter."}
                  </p>
                ) : (
                  <CommentList
                    comments={fetched.comments}
                    shown={list}
                    chosen={chosen}
                    onChoose={(id) => store.choose(id)}
                    marked={marked}
                    onMark={mark}
                    onOpen={() => setPart(isWide && part === "report" ? part : "comment")}
                  />
                )}
              </div>
            )}
            {shownPart !== "list" && (
              <div class="review-part" data-part={shownPart}>
                {shownPart === "comment" && comment !== null && (
                  <CommentDetail key={comment.id} comment={comment} folder={target.checkout.folder} />
                )}
                {shownPart === "diff" && (
                  <FullDiff reviews={reviews} target={target} file={comment?.filePath ?? null} />
                )}
                {shownPart === "report" && report !== null && (
                  <ReportView
                    store={report}
                    comments={fetched.comments}
                    since={latest?.startedAt ?? null}
                    host={target.pullRequest?.host ?? null}
                    folder={target.checkout.folder}
                    onPosted={() => void store.refresh()}
                    onTryAgain={loadReport}
                  />
                )}
              </div>
            )}
          </div>
        </>
      )}
      {work !== null && target !== null && (
        <WorkDialog
          reviews={reviews}
          target={target}
          comments={worked}
          begin={work}
          onStarted={(run, agent) => {
            setWork(null);
            runs?.follow(run, agent);
          }}
          onClose={() => setWork(null)}
        />
      )}
    </div>
  );
}

/** What is not known of the comments, and why. */
function Notes({
  fetched: { resolutionProblem, problems },
}: {
  readonly fetched: import("@reprise/model").FetchedComments;
}) {
  if (resolutionProblem === null && problems.length === 0) return null;
  return (
    <div class="review-notes">
      {resolutionProblem !== null && (
        <p class="faint">Whether threads are resolved is unknown: {safeLine(resolutionProblem)}</p>
      )}
      {problems.map((problem) => (
        <p key={problem} class="tone-caution">
          {safeLine(problem)}
        </p>
      ))}
    </div>
  );
}
