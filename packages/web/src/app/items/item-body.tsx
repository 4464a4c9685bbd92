import {
  type ChangeBlock,
  changedPaths,
  exactLine,
  exactText,
  type ItemBlock,
  type ItemTone,
  jsonText,
  type Presented,
  safeText,
} from "@reprise/model";
import { Badge } from "../design/index.ts";
import { FilePath } from "../embedding/file-path.tsx";
import { firstChangedLine } from "../embedding/first-changed-line.ts";
import { AnsiText } from "../text/ansi-text.tsx";
import { DiffText } from "../text/diff-text.tsx";
import { Markdown } from "../text/markdown.tsx";
import { ScrollingText } from "../text/scrolling-text.tsx";
import { CutText } from "./cut-text.tsx";
import type { ItemSource } from "./item-source.ts";

interface Shown {
  readonly tone: ItemTone;
  readonly source: ItemSource;
}

/** Everything of an item, long texts with a way to all of them. */
export function ItemBodyView({ shown, source }: { readonly shown: Presented; readonly source: ItemSource }) {
  const { tone, outcome, blocks } = shown;
  const reason = outcome?.reason ?? null;
  return (
    <>
      {reason !== null && <Output field="reason" text={reason} source={source} />}
      {blocks.map((block) => (
        <Block key={block.field} block={block} tone={tone} source={source} />
      ))}
    </>
  );
}

function Block({ block, tone, source }: Shown & { readonly block: ItemBlock }) {
  switch (block.type) {
    case "prose":
      return (
        <CutText field={block.field} text={block.text} source={source}>
          {(part) =>
            tone === "person" || tone === "aside" ? (
              <p class="plain-text">{safeText(part)}</p>
            ) : (
              <Markdown text={part} />
            )
          }
        </CutText>
      );
    case "exact":
      return <Exact field={block.field} text={block.text} source={source} />;
    case "value":
      return <Exact field={block.field} text={jsonText(block.value)} source={source} />;
    case "output":
      return <Output field={block.field} text={block.text} source={source} />;
    case "pair":
      return (
        <p>
          {block.label}: {exactLine(block.text)}
        </p>
      );
    case "change":
      return <Change file={block} source={source} />;
  }
}

interface FieldProps {
  readonly field: string;
  readonly text: string;
  readonly source: ItemSource;
}

function Output({ field, text, source }: FieldProps) {
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

function Change({ file, source }: { readonly file: ChangeBlock; readonly source: ItemSource }) {
  const { field, path, movedTo, change, diff, written } = file;
  return (
    <div class="file-change">
      <p class="file-name">
        <Badge>{change}</Badge>{" "}
        <FilePath path={movedTo ?? path} line={firstChangedLine(diff)}>
          {changedPaths(file)}
        </FilePath>{" "}
        <span class="faint">{written}</span>
      </p>
      {diff !== null && (
        <CutText field={field} text={diff} source={source}>
          {(part) => <DiffText diff={part} change={change} />}
        </CutText>
      )}
    </div>
  );
}
