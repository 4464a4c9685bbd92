import {
  exactLine,
  jsonText,
  localTime,
  safeBody,
  safeLine,
  type WorkbenchEntry,
  workWords,
} from "@reprise/model";
import { Component, type ComponentChildren } from "preact";
import { Badge, Button, Icon, type IconName } from "../../design/index.ts";
import { CopyButton } from "../../text/copy-button.tsx";
import type { Links } from "../links.ts";
import { entryText, reasoningTitle } from "./entry-text.ts";
import { StreamedMarkdown } from "./streamed-markdown.tsx";

interface EntryProps {
  readonly entry: WorkbenchEntry;
  readonly startsTurn: boolean;
  readonly isTarget: boolean;
  readonly links: Links;
  /** Its display name. */
  readonly agent: string;
}

/** One item of the conversation; drawn again only when it changes. */
export class Entry extends Component<EntryProps> {
  override shouldComponentUpdate(next: EntryProps): boolean {
    const { entry, startsTurn, isTarget, agent } = this.props;
    if (next.entry !== entry || next.agent !== agent) return true;
    return next.startsTurn !== startsTurn || next.isTarget !== isTarget;
  }

  render() {
    const { entry, startsTurn, isTarget, links, agent } = this.props;
    return (
      <>
        {startsTurn && <TurnLine at={entry.at} />}
        <article class="entry" data-kind={entry.item.kind} data-target={isTarget ? "" : undefined}>
          <Body entry={entry} links={links} agent={agent} />
        </article>
      </>
    );
  }
}

function TurnLine({ at }: Pick<WorkbenchEntry, "at">) {
  return <p class="turn-line">{at === null ? "Next turn" : localTime(at)}</p>;
}

function Body({ entry, links, agent }: Pick<EntryProps, "entry" | "links" | "agent">) {
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
          <StreamedMarkdown text={item.text} isComplete={isComplete} />
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
          <StreamedMarkdown text={item.text} isComplete={isComplete} />
        </details>
      );
    case "command":
      return (
        <Step
          icon="command"
          status={item.status}
          isRunning={!isComplete}
          target={target(links, "console", entry.exec)}
        >
          <code class="cut">{exactLine(item.command)}</code>
        </Step>
      );
    case "edit":
      return (
        <Step
          icon="edit"
          status={item.status}
          isRunning={!isComplete}
          target={target(links, "diffs", entry.diff)}
        >
          <span class="cut">{item.changes.map(({ path }) => exactLine(path)).join(", ")}</span>
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
  readonly by: string;
  readonly entry: WorkbenchEntry;
  readonly children: ComponentChildren;
}) {
  return (
    <>
      <header class="entry-head">
        <span class="entry-by">{by}</span>
        <span class="entry-tools">
          <CopyButton text={async () => entryText(entry)} label="Copy" />
        </span>
      </header>
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
  if (isRunning) return <Badge tone="accent">running</Badge>;
  const words = workWords[status];
  if (words === "") return null;
  return <Badge tone={status === "failed" ? "danger" : "caution"}>{words}</Badge>;
}
