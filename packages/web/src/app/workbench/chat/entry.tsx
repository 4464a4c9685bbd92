import {
  changesIn,
  exactLine,
  exactText,
  type ItemBlock,
  type ItemOutcome,
  jsonText,
  localTime,
  presented,
  safeBody,
  safeLine,
  type WorkbenchEntry,
} from "@reprise/model";
import { Component, type ComponentChildren } from "preact";
import { Badge, Button, Icon, type IconName } from "../../design/index.ts";
import { Outcome } from "../../items/outcome.tsx";
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
            <Body row={row} links={links} agent={agent} root={root} />
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
  return <p class="turn-start">{at === null ? "Next turn" : localTime(at)}</p>;
}

function Body({ row, links, agent, root }: Pick<EntryProps, "row" | "links" | "agent" | "root">) {
  const { entry, isAboutLast } = row;
  const { item, isComplete } = entry;
  const { tone, icon, name, label, subject, outcome, blocks } = presented(item);
  const [first] = blocks;
  const text = first?.type === "prose" ? first.text : "";
  if (tone === "person")
    return (
      <Said by="You" entry={entry}>
        <div class="prompt-text">{safeBody(text)}</div>
      </Said>
    );
  if (tone === "agent")
    return (
      <Said by={agent} entry={entry}>
        <Markdown text={text} />
      </Said>
    );
  if (tone === "thought")
    return (
      <Fold icon={icon} text={text}>
        <span class="cut">
          {name}
          {isComplete ? "" : "…"} · {reasoningTitle(text)}
        </span>
      </Fold>
    );
  const status = outcome !== null && <Status outcome={outcome} isRunning={!isComplete} />;
  if (tone !== "given" && (subject !== null || first?.type === "value"))
    return (
      <Fold icon={icon} blocks={blocks}>
        {subject === null ? <span>{name}</span> : <code class="cut">{exactLine(subject)}</code>}
        {status}
      </Fold>
    );
  const files = changesIn(blocks);
  const pane =
    tone !== "work"
      ? null
      : files.length > 0
        ? target(links, "diffs", entry.diff)
        : target(links, "console", entry.exec);
  return (
    <div class={first?.type === "prose" ? "step notice" : "step"}>
      <Icon name={icon} />
      {first?.type === "prose" && <span>{safeBody(text)}</span>}
      {first?.type === "exact" && !isAboutLast && <code class="cut">{exactLine(pathIn(root, first.text))}</code>}
      {files.length > 0 && <span class="cut">{files.map(({ path }) => exactLine(pathIn(root, path))).join(", ")}</span>}
      {subject !== null && <span class="cut">{exactLine(subject)}</span>}
      {subject === null && first === undefined && <span class="cut">{name}</span>}
      {tone === "given" && <span class="soft">{label}</span>}
      {blocks.map((block) => block.type === "pair" && <span class="soft">{safeLine(block.text)}</span>)}
      {status}
      {pane !== null && (
        <Button tone="quiet" size="small" onClick={pane.open}>
          {pane.label}
        </Button>
      )}
    </div>
  );
}

interface FoldProps {
  readonly icon: IconName;
  readonly text?: string;
  readonly blocks?: readonly ItemBlock[];
  readonly children: ComponentChildren;
}

/** One line that unfolds: Markdown, or texts as they are. */
function Fold({ icon, text, blocks = [], children }: FoldProps) {
  return (
    <details class="fold">
      <summary>
        <Icon name={icon} />
        {children}
      </summary>
      {text !== undefined && <Markdown text={text} />}
      {blocks.map((block) => {
        if (block.type === "value") return <pre class="fold-text">{exactText(jsonText(block.value))}</pre>;
        return block.type === "output" && <pre class="fold-text">{safeBody(block.text)}</pre>;
      })}
    </details>
  );
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

function Status({ outcome, isRunning }: { readonly outcome: ItemOutcome; readonly isRunning: boolean }) {
  if (isRunning && outcome.status === "waiting") return <Badge tone="caution">waiting for approval</Badge>;
  if (isRunning) return <Badge tone="accent">running</Badge>;
  if (outcome.status === "waiting") return <Badge tone="caution">not run: you had not answered</Badge>;
  return <Outcome outcome={outcome} />;
}
