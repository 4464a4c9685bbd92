import {
  count,
  driftRow,
  exactLine,
  localTime,
  outcomeWords,
  processWords,
  type StatusRow,
  safeBody,
  safeLine,
  zonedTime,
} from "@reprise/model";
import type { ComponentChildren } from "preact";
import { Badge, Button, Dot, LinkButton } from "../design/index.ts";
import { hrefOf, viewerHref } from "../shell/route.ts";
import { CopyButton } from "../text/copy-button.tsx";
import { isLive, statusTones, whyNotRestore } from "./status-row.ts";

interface StatusCardProps {
  readonly row: StatusRow;
  readonly onDismiss: (isDismissed: boolean) => void;
}

/** What was running: what it was doing, what may have partly run, what still runs, what changed since. */
export function StatusCard({ row, onDismiss }: StatusCardProps) {
  const { status, agent, title, updatedAt, workspace, owner, doing, parkedUntil, isDismissed } = row;
  return (
    <article class="card status-card" data-dismissed={isDismissed ? "" : undefined}>
      <header>
        <Badge tone={isDismissed ? "plain" : statusTones[status]}>
          <Dot tone={isDismissed ? "plain" : statusTones[status]} pulses={isLive(row)} />
          {status}
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
            {isLive(row) ? "Doing" : "Was doing"}: <code>{exactLine(doing)}</code>
          </p>
        )}
        {parkedUntil !== null && <p>Parked until {zonedTime(parkedUntil)}: a limit was reached</p>}
        {row.pendingCount > 0 && <p>{count(row.pendingCount, "request")} never answered</p>}
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
      {session !== null && whyNot === null && (
        <LinkButton href={hrefOf({ screen: "restore", session, mode: null, at: null })} icon="play">
          Restore
        </LinkButton>
      )}
    </footer>
  );
}
