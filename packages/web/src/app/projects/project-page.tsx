import {
  exactLine,
  localTime,
  type ProjectView,
  playbackIdOf,
  projectStateWords,
  safeBody,
  safeLine,
  type Timestamp,
} from "@reprise/model";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Badge, Banner, Button, Dot, Facts, Icon, LinkButton, Segmented, Spinner } from "../design/index.ts";
import { useCommands } from "../shell/commands.ts";
import { useKeys } from "../shell/keys.ts";
import { usePage } from "../shell/page.ts";
import { useTitle } from "../shell/use-title.ts";
import { SessionView } from "../viewer/session-view.tsx";
import { useWidth } from "../workbench/layout/use-width.ts";
import { Actions } from "./actions.tsx";
import { Activity } from "./activity.tsx";
import { Picture } from "./picture.tsx";
import { ProjectStore } from "./project-store.ts";
import { projectTones } from "./project-tones.ts";
import { ResumeDialog } from "./resume-dialog.tsx";
import { RoundDetails } from "./round-details.tsx";
import { RoundTable } from "./round-table.tsx";
import { Tasks } from "./tasks.tsx";

/** From here on, the history has a place beside the project. */
const wide = 900;
/** While another process works on it, only its files say so. */
const everyMs = 3000;

export function ProjectPage({ path }: { readonly path: string }) {
  const { projects, sessions } = usePage();
  const store = useMemo(() => new ProjectStore(projects, path), [projects, path]);
  const view = store.view.value;
  const run = store.run.value;
  const problem = store.problem.value;
  const [agreed, setAgreed] = useState<ProjectView | null>(null);
  const [part, setPart] = useState<"project" | "history">("project");
  const [isWide, element] = useWidth(wide);
  const isMoving = run !== null || (view?.owner ?? null) !== null;
  const now = useNow(isMoving);
  useTitle(view === null ? "Project" : safeLine(view.title));

  useEffect(() => {
    store.open();
    return () => store.close();
  }, [store]);
  const changes = sessions.changes.value;
  useEffect(() => {
    if (store.view.peek() !== null || store.problem.peek() !== null) void store.load();
  }, [store, changes]);
  const isElsewhere = run === null && (view?.owner ?? null) !== null;
  useEffect(() => {
    if (!isElsewhere) return;
    const timer = setInterval(() => void store.load(), everyMs);
    return () => clearInterval(timer);
  }, [store, isElsewhere]);

  const canResume = run === null && view !== null && view.owner === null && view.next.refusal === null;
  const resume = () => {
    if (canResume) setAgreed(view);
  };
  useKeys("Project", [
    { keys: ["c"], label: "Continue the project", run: resume },
    {
      keys: ["t"],
      label: "Project or history",
      run: () => setPart(part === "project" ? "history" : "project"),
    },
  ]);
  useCommands(canResume ? [{ id: "continue-project", title: "Continue the project", key: "c", run: resume }] : []);

  const hasRounds = (view?.rounds.length ?? 0) > 0;
  const showsProject = isWide || part === "project" || !hasRounds;
  const showsHistory = hasRounds && (isWide || part === "history");
  return (
    <div ref={element} class="screen project" data-wide={isWide ? "" : undefined}>
      <div class="screen-head project-head">
        <LinkButton href="#/projects" tone="quiet" icon="back">
          <span class="back-words">Projects</span>
        </LinkButton>
        <h1 class="cut grow" title={view === null ? path : safeLine(view.title)}>
          {safeLine(view?.title ?? path)}
        </h1>
        {view !== null && (
          <Badge tone={projectTones[view.state]}>
            {view.state === "succeeded" ? (
              <Icon name="flag" />
            ) : (
              <Dot tone={projectTones[view.state]} pulses={view.state === "running"} />
            )}
            {projectStateWords[view.state]}
          </Badge>
        )}
      </div>
      {problem !== null && (
        <Banner tone="danger" actions={<Button onClick={() => void store.load()}>Try again</Button>}>
          {problem}
        </Banner>
      )}
      {view === null && problem === null && <Spinner>Reading the project…</Spinner>}
      {view !== null && (
        <>
          <div class="project-actions">
            <Actions store={store} view={view} onResume={resume} />
          </div>
          {!isWide && hasRounds && (
            <div class="project-parts">
              <Segmented
                label="What to show"
                value={part}
                options={[
                  { value: "project", label: "Project" },
                  { value: "history", label: "History" },
                ]}
                onChange={setPart}
              />
            </div>
          )}
          <div class="project-body">
            {showsProject && hasRounds && <Rounds view={view} now={now} />}
            {showsHistory && (
              <div class="project-history">
                <SessionView session={playbackIdOf(path)} isPart />
              </div>
            )}
            {showsProject && <Side store={store} view={view} now={now} />}
          </div>
        </>
      )}
      {agreed !== null && (
        <ResumeDialog
          view={agreed}
          onResume={(rounds) => store.resume(rounds, agreed)}
          onClose={() => setAgreed(null)}
        />
      )}
    </div>
  );
}

interface RoundsProps {
  readonly view: ProjectView;
  readonly now: Timestamp;
}

function Rounds({ view, now }: RoundsProps) {
  const [number, setNumber] = useState<number | null>(null);
  const chosen = view.rounds.find((round) => round.number === number);
  return (
    <section aria-label="Picture of the rounds" class="project-rounds">
      <Picture view={view} now={now} chosen={number} onChoose={(one) => setNumber(one === number ? null : one)} />
      {chosen !== undefined && <RoundDetails round={chosen} isRunning={view.state === "running"} now={now} />}
      <RoundTable view={view} now={now} />
    </section>
  );
}

interface SideProps extends RoundsProps {
  readonly store: ProjectStore;
}

/** The goal, what happens now, the tasks, and where all this is. */
function Side({ store, view, now }: SideProps) {
  return (
    <div class="project-side">
      {view.problems.map((problem) => (
        <Banner key={problem} tone={view.state === "damaged" ? "danger" : "caution"}>
          {exactLine(problem)}
        </Banner>
      ))}
      <Activity store={store} view={view} now={now} />
      <section>
        <h2>Goal</h2>
        <p class="plain-text">{safeBody(view.goal)}</p>
      </section>
      <section aria-label="Tasks" class="project-tasks">
        <Tasks view={view} />
      </section>
      <Facts
        facts={[
          ["Folder", <span class="mono">{exactLine(view.workspace)}</span>],
          ["Project", <span class="mono">{exactLine(view.path)}</span>],
          ["Branch", view.branch === null ? null : exactLine(view.branch)],
          ["Agent", view.agent],
          ["Started by", view.origin === "codexpotter" ? "CodexPotter" : null],
          ["Created", view.createdAt === null ? null : localTime(view.createdAt)],
          ["Updated", view.updatedAt === null ? null : localTime(view.updatedAt)],
        ]}
      />
    </div>
  );
}

/** Each second, as long as something moves. */
function useNow(isMoving: boolean): Timestamp {
  const read = () => new Date().toISOString() as Timestamp;
  const [now, setNow] = useState(read);
  useEffect(() => {
    if (!isMoving) return;
    setNow(read());
    const timer = setInterval(() => setNow(read()), 1000);
    return () => clearInterval(timer);
  }, [isMoving]);
  return now;
}
