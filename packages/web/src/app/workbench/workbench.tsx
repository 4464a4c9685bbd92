/**
 * The workbench on the page: chat, console, changes and approvals of one workspace.
 *
 * - what the page knows: store/workbench-store.ts, store/view-after.ts; why something cannot be done now: store/why-not.ts
 * - how components get it: use-workbench.ts; its session as lists show it: use-summary.ts; which pane is shown: links.ts
 * - the conversation: chat/chat.tsx, chat/entry.tsx; the message box: composer/composer.tsx, composer/use-draft.ts
 * - requests: approvals/active-request.tsx, approvals/approvals.tsx; when an answer counts: approvals/use-guard.ts
 * - commands: console/console.tsx; changes: diffs/diffs.tsx, diffs/diff-review.tsx
 * - stale, connecting, plans that need a yes: connection/notices.tsx, connection/preflight.tsx
 */

import { labelOf, safeLine, telemetryLine } from "@reprise/model";
import { useEffect, useState } from "preact/hooks";
import { Button, Spinner } from "../design/index.ts";
import { useCommands } from "../shell/commands.ts";
import { useKeys } from "../shell/keys.ts";
import { viewerHref } from "../shell/route.ts";
import { AlsoRunning } from "./also-running.tsx";
import { ActiveRequest } from "./approvals/active-request.tsx";
import { Approvals } from "./approvals/approvals.tsx";
import { RequestAlert } from "./approvals/request-alert.tsx";
import { RestoreQuestion } from "./approvals/restore-question.tsx";
import { Chat } from "./chat/chat.tsx";
import { Composer } from "./composer/composer.tsx";
import { commandHelp } from "./composer/page-commands.ts";
import { Notices } from "./connection/notices.tsx";
import { Working } from "./connection/working.tsx";
import { Console } from "./console/console.tsx";
import { Diffs, needsReview } from "./diffs/diffs.tsx";
import { storedShare } from "./layout/pane-share.ts";
import { Splitter } from "./layout/splitter.tsx";
import { store as keep, stored } from "./layout/stored.ts";
import { Tabs } from "./layout/tabs.tsx";
import { useWidth } from "./layout/use-width.ts";
import { useLeaving } from "./leaving.tsx";
import type { PaneName } from "./links.ts";
import { useSummary } from "./use-summary.ts";
import { useAct, usePart, useWorkbench } from "./use-workbench.ts";

const labels: Readonly<Record<PaneName, string>> = {
  chat: "Chat",
  console: "Console",
  diffs: "Changes",
  approvals: "Approvals",
};

/** Panes side by side on wide screens, as tabs on narrow ones. */
export function Workbench() {
  const { store, links } = useWorkbench();
  const act = useAct();
  const [isWide, box] = useWidth(800);
  const [share, setShare] = useState(() => storedShare(stored("pane-share")));
  const isLoaded = store.view.value !== null;
  const root = usePart("root") ?? "";
  const pane = links.pane.value;
  const side: PaneName = isWide && pane === "chat" ? "console" : pane;
  const { leave, question } = useLeaving();
  const startNew = () => void leave((active) => store.act({ type: "new", active }));

  const stop = () => void act({ type: "interrupt" });
  const isWorking = usePart("activity")?.phase === "working";
  useKeys("Workbench", [
    { keys: ["m"], label: "Write a message", run: focusMessage },
    { keys: ["c"], label: "Chat", run: () => links.show("chat") },
    { keys: ["o"], label: "Console", run: () => links.show("console") },
    { keys: ["d"], label: "Changes", run: () => links.show("diffs") },
    { keys: ["a"], label: "Approvals", run: () => links.show("approvals") },
    ...(isWorking ? [{ keys: ["Escape"], label: "Stop the turn", run: stop }] : []),
  ]);
  useKeys(
    "In the message box",
    commandHelp.map(({ usage, means }) => ({ keys: [usage], label: means, run: () => undefined })),
  );
  useCommands([
    { id: "new-session", title: "New session", hint: "workbench start", run: startNew },
    {
      id: "stop-turn",
      title: "Stop the turn",
      hint: "interrupt",
      run: stop,
    },
    { id: "end-run", title: "End the run", hint: "stop the agent", run: () => void act({ type: "end" }) },
  ]);
  const waiting = useWaiting();
  const tab = (name: PaneName) => ({ name, label: labels[name], waiting: waiting[name] });
  const panes: Readonly<Record<PaneName, () => preact.JSX.Element>> = {
    chat: () => <ChatPane />,
    console: () => <Console />,
    diffs: () => <Diffs />,
    approvals: () => <Approvals />,
  };
  return (
    <div ref={box} class="workbench screen" data-stale={store.isStale.value ? "" : undefined}>
      <header class="screen-head">
        <h1>Workbench</h1>
        <ThreadTitle />
        <span class="soft cut grow workbench-root" title={root}>
          {safeLine(root)}
        </span>
        <Working />
        <Button size="small" whyNot={store.whyNotChange.value} onClick={startNew}>
          New session
        </Button>
      </header>
      <AlsoRunning />
      <RequestAlert />
      {question}
      <div class="notices">
        <Notices />
      </div>
      {!isLoaded ? (
        <Spinner>Loading the workbench…</Spinner>
      ) : isWide ? (
        <div class="panes" style={{ gridTemplateColumns: `minmax(0, ${share}fr) auto minmax(0, ${1 - share}fr)` }}>
          <section class="pane" aria-label="Chat">
            <ChatPane />
          </section>
          <Splitter
            share={share}
            onChange={(next) => {
              setShare(next);
              keep("pane-share", String(next));
            }}
          />
          <section class="pane" aria-label="Console, changes and approvals">
            <Tabs
              id="side"
              label="Next to the chat"
              tabs={[tab("console"), tab("diffs"), tab("approvals")]}
              current={side}
              onChange={(name) => links.show(name)}
            >
              {panes[side]()}
            </Tabs>
          </section>
        </div>
      ) : (
        <div class="pane">
          <Tabs
            id="all"
            label="Workbench"
            tabs={[tab("chat"), tab("console"), tab("diffs"), tab("approvals")]}
            current={pane}
            onChange={(name) => links.show(name)}
          >
            {panes[pane]()}
          </Tabs>
        </div>
      )}
      <TelemetryLine />
    </div>
  );
}

/** Which conversation this is. */
function ThreadTitle() {
  const summary = useSummary(usePart("thread")?.session ?? null);
  if (summary === null) return null;
  const { id } = summary;
  const title = labelOf(summary);
  return (
    <a class="thread-title cut" href={viewerHref(id)} title={`View ${title}`}>
      {title}
    </a>
  );
}

/** The conversation, what waits for an answer, and the composer. */
function ChatPane() {
  const { links } = useWorkbench();
  const approvals = usePart("approvals") ?? [];
  const question = usePart("activity")?.question ?? null;
  const open = approvals.filter(({ state }) => state === "open");
  const expired = approvals.filter(({ state }) => state === "expired").length;
  const [active] = open;
  return (
    <div class="chat">
      <Chat />
      {expired > 0 && (
        <div class="dock-note">
          <span>{expired === 1 ? "A request has" : `${expired} requests have`} expired.</span>
          <Button size="small" onClick={() => links.show("approvals")}>
            Show
          </Button>
        </div>
      )}
      {question !== null ? (
        <RestoreQuestion question={question} />
      ) : (
        active !== undefined && <ActiveRequest key={active.id} approval={active} more={open.length - 1} />
      )}
      <Composer />
    </div>
  );
}

/** What waits for the person in each pane. */
function useWaiting(): Readonly<Record<PaneName, number>> {
  const approvals = usePart("approvals") ?? [];
  const diffs = usePart("diffs") ?? [];
  const open = approvals.filter(({ state }) => state === "open").length;
  useEffect(() => {
    if (open > 0) document.title = `(${open}) Workbench · Reprise`;
    else document.title = "Workbench · Reprise";
  }, [open]);
  return {
    chat: open,
    console: 0,
    diffs: diffs.filter(needsReview).length,
    approvals: approvals.filter(({ state }) => state === "open" || state === "expired").length,
  };
}

function TelemetryLine() {
  const telemetry = usePart("telemetry");
  const words = telemetry === undefined ? "" : telemetryLine(telemetry);
  return words === "" ? null : <footer class="telemetry faint">{words}</footer>;
}

function focusMessage(): void {
  document.querySelector<HTMLElement>(".composer-box")?.focus();
}
