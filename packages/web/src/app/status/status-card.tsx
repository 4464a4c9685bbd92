import {
  count,
  doingLine,
  driftRow,
  exactLine,
  isActive,
  isCutOff,
  localTime,
  outcomeWords,
  processWords,
  type StatusRow,
  safeBody,
  safeLine,
  stateWords,
} from "@reprise/model";
import type { ComponentChildren } from "preact";
import { Badge, Button, Dot, LinkButton } from "../design/index.ts";
import { toneOf } from "../sessions/state-words.ts";
import { usePage } from "../shell/page.ts";
import { hrefOf, restoreRoute, viewerHref } from "../shell/route.ts";
import { goToRequest } from "../shell/waiting.tsx";
import { CopyButton } from "../text/copy-button.tsx";
import { isLive, whyNotRestore } from "./status-row.ts";

interface StatusCardProps {
  readonly row: StatusRow;
  readonly onDismiss: (isDismissed: boolean) => void;
}

/** What was running: what it was doing, what may have partly run, what still runs, what changed since. */
export function StatusCard({ row, onDismiss }: StatusCardProps) {
  const { state, agent, title, updatedAt, workspace, owner, parkedUntil, isDismissed } = row;
  const doing = doingLine(row);
  return (
    <article class="card status-card" data-dismissed={isDismissed ? "" : undefined}>
      <header>
        <Badge tone={isDismissed ? "plain" : toneOf(state)}>
          <Dot tone={isDismissed ? "plain" : toneOf(state)} pulses={isActive(state)} />
          {stateWords(state, parkedUntil)}
          {isDismissed ? ", dismissed" : ""}
        </Badge>
        <h2 class="cut grow">{title === "" ? "(no prompt)" : safeLine(title)}</h2>
        <span class="faint">
          {agent} · {localTime(updatedAt)}
        </span>
      </header>
      <div class="status-facts">
        <p class="faint mono">{exactLine(workspace ?? "unknown folder")}</p>
        {owner !== null && <p>Open in {processWords(owner)}</p>}
        {doing !== null && (
          <p>
            {doing[0]?.toUpperCase()}
            {doing.slice(1)}
          </p>
        )}
        {parkedUntil !== null && <p>A usage limit was reached. Another agent can continue now: View, then Replay.</p>}
        {row.pendingCount > 0 && state !== "waiting" && <p>{count(row.pendingCount, "request")} never answered</p>}
        <Listed title="Unfinished work" rows={row.unfinished.map(unfinishedView)} />
        <Listed title="Still running, not touched" rows={row.stillRunning.map(processWords)} />
        <Listed
          title="Changes since"
          rows={row.drift.map((drift) => {
            const { text, tone } = driftRow(drift);
            return <span class={`tone-${tone}`}>{text}</span>;
          })}
        />
        <Unsent prompt={row.unsentPrompt} />
      </div>
      <Actions row={row} onDismiss={onDismiss} />
    </article>
  );
}

function unfinishedView({ kind, subject, outcome, evidence }: StatusRow["unfinished"][number]) {
  return (
    <>
      {kind} <code>{exactLine(subject)}</code>: <span class="tone-caution">{outcomeWords[outcome]}</span>{" "}
      <span class="faint">({exactLine(evidence)})</span>
    </>
  );
}

function Listed({ title, rows }: { readonly title: string; readonly rows: readonly ComponentChildren[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul class="plain">
        {rows.map((row, index) => (
          <li key={index}>{row}</li>
        ))}
      </ul>
    </section>
  );
}

function Unsent({ prompt }: { readonly prompt: string | null }) {
  if (prompt === null) return null;
  return (
    <section>
      <h3>
        Unsent prompt <CopyButton text={prompt} label="Copy the prompt" />
      </h3>
      <p class="plain-text soft">{safeBody(prompt)}</p>
    </section>
  );
}

function Actions({ row, onDismiss }: StatusCardProps) {
  const { session, isDismissed } = row;
  const page = usePage();
  const whyNot = whyNotRestore(row);
  return (
    <footer>
      <span class="soft grow">{whyNot ?? ""}</span>
      {session !== null && (
        <LinkButton href={viewerHref(session)} tone="quiet">
          View
        </LinkButton>
      )}
      {session !== null && !isLive(row) && (
        <Button tone="quiet" onClick={() => onDismiss(!isDismissed)}>
          {isDismissed ? "Undo dismissal" : "Dismiss"}
        </Button>
      )}
      {session !== null && row.state === "waiting" && whyNot === null && (
        <Button tone="primary" onClick={() => void goToRequest({ id: session, workspace: row.workspace }, page)}>
          Answer
        </Button>
      )}
      {session !== null && !isLive(row) && whyNot === null && (
        <LinkButton
          href={hrefOf(restoreRoute(session))}
          icon="play"
          {...(isCutOff(row.state) && !isDismissed ? { tone: "primary" } : {})}
        >
          Restore
        </LinkButton>
      )}
    </footer>
  );
}
