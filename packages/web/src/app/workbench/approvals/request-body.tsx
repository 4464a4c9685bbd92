import type { RequestPart } from "@reprise/model";
import { ScrollingText } from "../../text/scrolling-text.tsx";

/** What a request asks for. Its text is set apart in boxes, so that none of it passes for a label or a button. */
export function RequestBody({ parts }: { readonly parts: readonly RequestPart[] }) {
  return (
    <dl class="request">
      {parts.map((part, index) => (
        <Part key={index} {...part} />
      ))}
    </dl>
  );
}

function Part({ label, text, isDiff }: RequestPart) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{isDiff ? <DiffPart text={text} /> : <pre class="exact">{text}</pre>}</dd>
    </>
  );
}

/** A diff whose text is exact already. */
function DiffPart({ text }: Pick<RequestPart, "text">) {
  return (
    <ScrollingText class="diff">
      {text.split("\n").map((line, index) => (
        <span key={index} class={`diff-line ${kinds[line[0] ?? ""] ?? "same"}`}>
          {line}
          {"\n"}
        </span>
      ))}
    </ScrollingText>
  );
}

const kinds: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "@": "place" };
