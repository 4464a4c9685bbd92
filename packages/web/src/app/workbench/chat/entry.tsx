import { exactLine, jsonText, localTime, safeBody, safeLine, type WorkbenchEntry, workWords } from "@reprise/model";
import { Component, type ComponentChildren } from "preact";
import { Badge, Button, Icon, type IconName } from "../../design/index.ts";
import { CopyButton } from "../../text/copy-button.tsx";
import { Markdown } from "../../text/markdown.tsx";
import type { Links } from "../links.ts";
import { type EntryRow, isSameRow } from "./entry-rows.ts";
import { entryText, reasoningTitle } from "./entry-text.ts";
import { pathIn } from "./path-in.ts";

interface EntryProps {
  readonly row: EntryRow;
  readonly startsTurn: boolean;
  readonly isTarget: boolean;
  readonly links: Links;
  /** Its display name. */
  readonly agent: string;
  /** The workspace. */
  readonly root: string;
}

/** One item of the conversation, or a piece of it; drawn again only when it changes. */
export class Entry extends Component<EntryProps> {
  override shouldComponentUpdate(next: EntryProps): boolean {
    const { row, startsTurn, isTarget, agent } = this.props;
    if (!isSameRow(next.row, row) || next.agent !== agent) return true;
    return next.startsTurn !== startsTurn || next.isTarget !== isTarget;
  }

  render() {
    const { row, startsTurn, isTarget, links, agent, root } = this.props;
    const { entry, piece, isFirst, isLast } = row;
    return (
      <>
        {startsTurn && <TurnLine at={entry.at} />}
        <article
          class="entry"
          aria-label={isFirst ? undefined : `${agent}, continued`}
          data-kind={entry.item.kind}
          data-target={isTarget ? "" : undefined}
          data-goes-on={isLast ? undefined : ""}
        >
          {piece === null ? (
            <Body entry={entry} links={links} agent={agent} root={root} />
          ) : (
            <Said by={isFirst ? agent : null} entry={entry}>
              <Markdown text={piece} />
            </Said>
          )}
        </article>
      </>
    );
  }
}

function TurnLine({ at }: Pick<WorkbenchEntry, "at">) {
  return <p class="turn-line">{at === null ? "Next turn" : localTime(at)}</p>;
}

function Body({ entry, links, agent, root }: Pick<EntryRow, "entry"> & Pick<EntryProps, "links" | "agent" | "root">) {
  const { item, isComplete } = entry;
  switch (item.kind) {
    case "prompt":
      return (
        <Said by="You" entry={entry}>
          <div class="prompt-text">{safeBody(item.text)}</div>
        </Said>
      );
    case "reply":
      return (
        <Said by={agent} entry={entry}>
          <Markdown text={item.text} />
        </Said>
      );
    case "reasoning":
      return (
        <details class="fold">
          <summary>
            <Icon name="thought" />
            <span class="cut">
              Reasoning{isComplete ? "" : "…"} · {reasoningTitle(item.text)}
            </span>
          </summary>
          <Markdown text={item.text} />
        </details>
      );
    case "command":
      return (
        <Step icon="command" status={item.status} isRunning={!isComplete} target={target(links, "console", entry.exec)}>
          <code class="cut">{exactLine(item.command)}</code>
        </Step>
      );
    case "edit":
      return (
        <Step icon="edit" status={item.status} isRunning={!isComplete} target={target(links, "diffs", entry.diff)}>
          <span class="cut">{item.changes.map(({ path }) => exactLine(pathIn(root, path))).join(", ")}</span>
        </Step>
      );
    case "tool":
      return (
        <details class="fold">
          <summary>
            <Icon name="tool" />
            <code class="cut">{exactLine(item.name)}</code>
            <Status status={item.status} isRunning={!isComplete} />
          </summary>
          <pre class="fold-text">{safeBody(jsonText(item.input))}</pre>
          {item.output !== null && <pre class="fold-text">{safeBody(item.output)}</pre>}
        </details>
      );
    case "approval":
      return (
        <p class="step">
          <Icon name="key" />
          <code class="cut">{exactLine(item.subject)}</code>
          <span class="soft">{safeLine(item.decision ?? "not answered")}</span>
        </p>
      );
    case "attachment":
      return (
        <p class="step">
          <Icon name="attachment" />
          <span class="cut">{safeLine(item.name)}</span>
          <span class="soft">{item.what}</span>
        </p>
      );
    case "notice":
      return (
        <p class="step notice">
          <Icon name="note" />
          <span>{safeBody(item.text)}</span>
        </p>
      );
    case "opaque":
      return (
        <details class="fold">
          <summary>
            <Icon name="note" />
            <span>Unknown to this version of Reprise</span>
          </summary>
          <pre class="fold-text">{safeBody(jsonText(item.raw))}</pre>
        </details>
      );
  }
}

function Said({
  by,
  entry,
  children,
}: {
  /** Null: it goes on. */
  readonly by: string | null;
  readonly entry: WorkbenchEntry;
  readonly children: ComponentChildren;
}) {
  return (
    <>
      {by !== null && (
        <header class="entry-head">
          <span class="entry-by">{by}</span>
          <span class="entry-tools">
            <CopyButton text={async () => entryText(entry)} label="Copy" />
          </span>
        </header>
      )}
      <div class="entry-body">{children}</div>
      {!entry.isComplete && <span class="visually-hidden">still writing</span>}
    </>
  );
}

interface Target {
  readonly label: string;
  readonly open: () => void;
}

function target(links: Links, pane: "console" | "diffs", key: string | null): Target | null {
  if (key === null) return null;
  return { label: pane === "console" ? "Console" : "Review", open: () => links.goTo(pane, key) };
}

interface StepProps {
  readonly icon: IconName;
  readonly status: keyof typeof workWords;
  readonly isRunning: boolean;
  readonly target: Target | null;
  readonly children: ComponentChildren;
}

/** Work in one line, with a link to where all of it is. */
function Step({ icon, status, isRunning, target, children }: StepProps) {
  return (
    <div class="step">
      <Icon name={icon} />
      {children}
      <Status status={status} isRunning={isRunning} />
      {target !== null && (
        <Button tone="quiet" size="small" onClick={target.open}>
          {target.label}
        </Button>
      )}
    </div>
  );
}

function Status({ status, isRunning }: Pick<StepProps, "status" | "isRunning">) {
  if (isRunning && status === "waiting") return <Badge tone="caution">waiting for approval</Badge>;
  if (isRunning) return <Badge tone="accent">running</Badge>;
  const words = workWords[status];
  if (words === "") return null;
  return <Badge tone={status === "failed" ? "danger" : "caution"}>{words}</Badge>;
}
