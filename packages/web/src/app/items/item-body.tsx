import { exactLine, exactText, type FileChange, type ItemBody, jsonText, safeText, writtenWords } from "@reprise/model";
import { Badge } from "../design/index.ts";
import { FilePath } from "../embedding/file-path.tsx";
import { firstChangedLine } from "../embedding/first-changed-line.ts";
import { AnsiText } from "../text/ansi-text.tsx";
import { DiffText } from "../text/diff-text.tsx";
import { Markdown } from "../text/markdown.tsx";
import { ScrollingText } from "../text/scrolling-text.tsx";
import { CutText } from "./cut-text.tsx";
import type { ItemSource } from "./item-source.ts";

interface BodyProps<Kind extends ItemBody["kind"] = ItemBody["kind"]> {
  readonly item: Extract<ItemBody, { readonly kind: Kind }>;
  readonly source: ItemSource;
}

/** Everything of an item, long texts with a way to all of them. */
export function ItemBodyView({ item, source }: BodyProps) {
  switch (item.kind) {
    case "prompt":
    case "notice":
      return (
        <CutText field="text" text={item.text} source={source}>
          {(part) => <p class="plain-text">{safeText(part)}</p>}
        </CutText>
      );
    case "reply":
    case "reasoning":
      return (
        <CutText field="text" text={item.text} source={source}>
          {(part) => <Markdown text={part} />}
        </CutText>
      );
    case "attachment":
      return item.text === null ? null : <Output field="text" text={item.text} source={source} />;
    case "command":
      return <CommandBody item={item} source={source} />;
    case "tool":
      return <ToolBody item={item} source={source} />;
    case "edit":
      return <EditBody item={item} source={source} />;
    case "approval":
      return (
        <>
          <Exact field="subject" text={item.subject} source={source} />
          <p>Decision: {item.decision === null ? "none recorded" : exactLine(item.decision)}</p>
        </>
      );
    case "opaque":
      return <Exact field="raw" text={jsonText(item.raw)} source={source} />;
  }
}

interface FieldProps {
  readonly field: string;
  readonly text: string;
  readonly source: ItemSource;
}

function Output({ field, text, source }: FieldProps) {
  if (text === "") return null;
  return (
    <CutText field={field} text={text} source={source}>
      {(part) => (
        <ScrollingText class="output">
          <AnsiText text={part} />
        </ScrollingText>
      )}
    </CutText>
  );
}

/** What someone decided on, or identifies something by: character by character. */
function Exact({ field, text, source }: FieldProps) {
  return (
    <CutText field={field} text={text} source={source}>
      {(part) => <ScrollingText class="output">{exactText(part)}</ScrollingText>}
    </CutText>
  );
}

function CommandBody({ item, source }: BodyProps<"command">) {
  return (
    <>
      <Exact field="command" text={item.command} source={source} />
      {item.output !== null && <Output field="output" text={item.output} source={source} />}
    </>
  );
}

function ToolBody({ item, source }: BodyProps<"tool">) {
  const hasInput = item.input !== null && item.input !== undefined;
  return (
    <>
      {hasInput && <Exact field="input" text={jsonText(item.input)} source={source} />}
      {item.output !== null && <Output field="output" text={item.output} source={source} />}
    </>
  );
}

function EditBody({ item, source }: BodyProps<"edit">) {
  const reason = item.reason ?? null;
  return (
    <>
      {reason !== null && <Output field="reason" text={reason} source={source} />}
      {item.changes.map((change, index) => (
        <div key={change.path} class="file-change">
          <p class="file-name">
            <Badge>{change.change}</Badge>{" "}
            <FilePath path={change.movedTo ?? change.path} line={firstChangedLine(change.diff)}>
              {pathsOf(change)}
            </FilePath>{" "}
            <span class="faint">{writtenWords(item, change)}</span>
          </p>
          {change.diff !== null && (
            <CutText field={`diff.${index}`} text={change.diff} source={source}>
              {(part) => <DiffText diff={part} change={change.change} />}
            </CutText>
          )}
        </div>
      ))}
    </>
  );
}

function pathsOf({ path, movedTo }: FileChange): string {
  return `${exactLine(path)}${movedTo === undefined ? "" : ` → ${exactLine(movedTo)}`}`;
}
