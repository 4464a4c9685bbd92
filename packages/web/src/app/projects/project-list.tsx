import { count, type ProjectSummary, wordsOf } from "@reprise/model";
import { useEffect, useRef, useState } from "preact/hooks";
import { Banner, Button, Empty, Segmented, Spinner, TextField } from "../design/index.ts";
import { useCommands } from "../shell/commands.ts";
import { useKeys } from "../shell/keys.ts";
import { usePage } from "../shell/page.ts";
import { sessionList } from "../shell/route.ts";
import { goTo } from "../shell/router.ts";
import { useTitle } from "../shell/use-title.ts";
import { ProjectRow } from "./project-row.tsx";
import { matches } from "./searchable.ts";
import { StartDialog } from "./start-dialog.tsx";

/** While another process works on a project, only its file says so. */
const everyMs = 5000;

export function ProjectList() {
  const { projects, sessions, here } = usePage();
  const [rows, setRows] = useState<readonly ProjectSummary[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAll, setAll] = useState(false);
  const [text, setText] = useState("");
  const [isStarting, setStarting] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const changes = sessions.changes.value;
  useTitle("Projects");

  const load = async () => {
    try {
      setRows(await projects.list(isAll ? "all" : { workspace: here.folder }));
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  useEffect(() => void load(), [projects, isAll, changes]);
  const isMoving = rows?.some(({ owner }) => owner !== null) ?? false;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => void load(), everyMs);
    return () => clearInterval(timer);
  }, [isMoving, isAll]);

  const shown = (rows ?? []).filter((row) => matches(row, wordsOf(text)));
  const move = (by: number) => {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  const start = () => setStarting(true);
  useKeys("Projects", [
    { keys: ["j", "ArrowDown"], label: "Next project", run: () => move(1) },
    { keys: ["k", "ArrowUp"], label: "Previous project", run: () => move(-1) },
    { keys: ["/", "s"], label: "Filter", run: () => field.current?.focus() },
    { keys: ["n"], label: "Start a project", run: start },
    { keys: ["a"], label: "All folders or this one", run: () => setAll(!isAll) },
    { keys: ["R"], label: "Look again", run: () => void load() },
    { keys: ["Escape", "q"], label: "Sessions", run: () => goTo(sessionList) },
  ]);
  useCommands([{ id: "start-project", title: "Start a project", key: "n", run: start }]);

  return (
    <div class="screen projects">
      <div class="screen-head">
        <h1>Projects</h1>
        <span class="faint grow" aria-live="polite">
          {rows === null ? "" : countWords(shown.length, rows.length)}
        </span>
        <Button icon="flag" tone="primary" onClick={start}>
          Start a project
        </Button>
      </div>
      <div class="filter-bar projects-filter">
        <div class="grow">
          <TextField
            label="Filter projects"
            isLabelHidden
            kind="search"
            icon="search"
            placeholder="Filter by goal, branch, state or path"
            value={text}
            onInput={setText}
            inputRef={field}
            onKeyDown={(event) => {
              if (event.key === "Escape") setText("");
              else if (event.key === "ArrowDown") move(1);
              else return;
              event.preventDefault();
            }}
          />
        </div>
        <Segmented
          label="Which projects"
          value={isAll ? "all" : "here"}
          options={[
            { value: "here", label: "This project" },
            { value: "all", label: "All projects" },
          ]}
          onChange={(value) => setAll(value === "all")}
        />
      </div>
      <div class="screen-body">
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        {rows === null && problem === null && <Spinner>Looking for projects…</Spinner>}
        {rows?.length === 0 && (
          <Empty icon="flag" title={isAll ? "No projects" : "No projects in this folder"}>
            <p>
              A project works on a goal round after round, each in a fresh thread; a progress file carries the state.
            </p>
            <Button icon="flag" onClick={start}>
              Start a project
            </Button>
          </Empty>
        )}
        {rows !== null && rows.length > 0 && shown.length === 0 && <p class="faint">Nothing matches.</p>}
        <ul ref={list} class="plain project-rows" aria-label="Projects">
          {shown.map((project) => (
            <ProjectRow key={project.path} project={project} words={wordsOf(text)} showsFolder={isAll} />
          ))}
        </ul>
      </div>
      {isStarting && <StartDialog onClose={() => setStarting(false)} />}
    </div>
  );
}

function countWords(shown: number, all: number): string {
  return shown === all ? count(all, "project") : `${shown} of ${count(all, "project")}`;
}
