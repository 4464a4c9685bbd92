import { safeText } from "@reprise/model";
import { CopyButton } from "./copy-button.tsx";
import { lineGroups } from "./line-groups.ts";
import { ScrollingText } from "./scrolling-text.tsx";

/** Code in a conversation. Scrolls by itself, so that its lines stay whole. */
export function CodeBlock({ text, language }: { readonly text: string; readonly language: string }) {
  const name = safeText(language.split(/\s/, 1)[0] ?? "");
  return (
    <div class="code-block">
      <div class="code-head">
        <span>{name}</span>
        <CopyButton text={text} label="Copy code" />
      </div>
      <ScrollingText class="code">
        <code>
          {lineGroups(safeText(text)).map((lines, index) => (
            <span key={index} class="code-lines">
              {lines}
            </span>
          ))}
        </code>
      </ScrollingText>
    </div>
  );
}
