import { count, isCounted, isInResumeAll, notShownIn, notShownWords, type StatusRow } from "@reprise/model";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Banner, Button, Empty, LinkButton, Segmented, Spinner } from "../design/index.ts";
import { useCommands } from "../shell/commands.ts";
import { useKeys } from "../shell/keys.ts";
import { oneAtATime } from "../shell/one-at-a-time.ts";
import { usePage } from "../shell/page.ts";
import { sessionList } from "../shell/route.ts";
import { goTo } from "../shell/router.ts";
import { useTitle } from "../shell/use-title.ts";
import "../text/text.css";
import "./status.css";
import { BatchDialog } from "./batch-dialog.tsx";
import { BatchStore } from "./batch-store.ts";
import { StatusCard } from "./status-card.tsx";
import { isLive, keyOf } from "./status-row.ts";

export function Screen() {
  const { runner, library, sessions, here, toasts } = usePage();
  const [rows, setRows] = useState<readonly StatusRow[] | null>(null);
  const [notShown, setNotShown] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isAll, setAll] = useState(true);
  const store = useMemo(() => new BatchStore(runner), [runner]);
  const changes = sessions.changes.value;
  useTitle("Interrupted and running");

  const wanted = useRef(isAll);
  wanted.current = isAll;
  const load = useMemo(() => {
    return oneAtATime(async () => {
      const isOfAll = wanted.current;
      const scope = isOfAll ? "all" : { workspace: here.folder };
      try {
        const [found, notListed] = [await runner.status(scope), await notShownIn(scope, library)];
        if (wanted.current !== isOfAll) return;
        setRows(found);
        setNotShown(notShownWords(notListed));
        setProblem(null);
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      }
    });
  }, [runner, library, here]);
  useEffect(() => void load(), [load, isAll, changes]);
  useEffect(() => () => store.close(), [store]);

  const dismiss = (row: StatusRow, isDismissed: boolean) => {
    if (row.session === null) return;
    runner.dismiss(row.session, isDismissed).then(
      () => {
        if (isDismissed)
          toasts.show("Dismissed: still listed, not counted.", {
            action: { label: "Undo", run: () => dismiss(row, false) },
          });
        return load();
      },
      (error: unknown) => toasts.fail(error),
    );
  };
  const able = (rows ?? []).filter(isInResumeAll);
  const restoreAll = () => void store.plan(able);
  useKeys("Interrupted and running", [
    { keys: ["a"], label: "All projects or this one", run: () => setAll(!isAll) },
    { keys: ["R"], label: "Look again", run: () => void load() },
    { keys: ["Escape", "q"], label: "Sessions", run: () => goTo(sessionList) },
  ]);
  useCommands([{ id: "resume-all", title: "Resume all interrupted sessions", run: restoreAll }]);

  const interrupted = (rows ?? []).filter(isCounted).length;
  const running = (rows ?? []).filter(isLive).length;
  const batch = store.batch.value;
  return (
    <div class="screen status">
      <div class="screen-head">
        <h1>Interrupted and running</h1>
        <span class="faint grow" aria-live="polite">
          {rows === null ? "" : `${interrupted} interrupted${running === 0 ? "" : `, ${running} running`}`}
        </span>
        <Segmented
          label="Which sessions"
          value={isAll ? "all" : "here"}
          options={[
            { value: "here", label: "This project" },
            { value: "all", label: "All projects" },
          ]}
          onChange={(value) => setAll(value === "all")}
        />
        <Button icon="play" onClick={restoreAll} whyNot={able.length === 0 ? "Nothing to restore." : null}>
          Resume all{able.length > 0 ? `: ${count(able.length, "session")}` : ""}
        </Button>
      </div>
      <div class="screen-body">
        <div class="column">
          {problem !== null && <Banner tone="danger">{problem}</Banner>}
          {rows === null && problem === null && <Spinner>Looking for interrupted work…</Spinner>}
          {rows?.length === 0 && (
            <Empty icon="check" title="Nothing interrupted or running">
              <LinkButton href="#/sessions">Sessions</LinkButton>
            </Empty>
          )}
          {rows?.map((row) => (
            <StatusCard key={keyOf(row)} row={row} onDismiss={(isDismissed) => dismiss(row, isDismissed)} />
          ))}
          {rows !== null && notShown !== "" && (
            <p class="faint">
              Not shown: {notShown}. <a href="#/sessions">Sessions</a> lists them.
            </p>
          )}
        </div>
      </div>
      {batch !== null && (
        <BatchDialog
          batch={batch}
          onStart={() => void store.start()}
          onClose={() => {
            store.close();
            void load();
          }}
        />
      )}
    </div>
  );
}
