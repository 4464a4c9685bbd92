import { exactLine, safeText } from "@reprise/model";
import type { Token, Tokens } from "marked";
import type { ComponentChild } from "preact";
import { CodeBlock } from "./code-block.tsx";
import { decodeEntities } from "./decode-entities.ts";
import { safeHref } from "./safe-href.ts";

/** Deeper nesting is shown as it was written. */
const deepest = 24;

export function markdownNodes(tokens: readonly Token[], depth = 0): ComponentChild[] {
  return tokens.map((token, index) => nodeOf(token as Tokens.Generic, index, depth));
}

function nodeOf(token: Tokens.Generic, key: number, depth: number): ComponentChild {
  if (depth > deepest) return safeText(token.raw);
  const inside = () => markdownNodes(token.tokens ?? [], depth + 1);
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "paragraph":
      return <p key={key}>{inside()}</p>;
    case "text":
      return token.tokens === undefined ? plain(token.text) : <span key={key}>{inside()}</span>;
    case "escape":
      return safeText(token.text);
    case "strong":
      return <strong key={key}>{inside()}</strong>;
    case "em":
      return <em key={key}>{inside()}</em>;
    case "del":
      return <del key={key}>{inside()}</del>;
    case "codespan":
      return <code key={key}>{safeText(token.text)}</code>;
    case "br":
      return <br key={key} />;
    case "hr":
      return <hr key={key} />;
    case "code":
      return <CodeBlock key={key} text={token.text} language={token.lang ?? ""} />;
    case "heading":
      return headingOf(token as Tokens.Heading, key, inside());
    case "blockquote":
      return <blockquote key={key}>{inside()}</blockquote>;
    case "list":
      return listOf(token as Tokens.List, key, depth);
    case "checkbox":
      return <input key={key} type="checkbox" checked={token.checked} disabled aria-label="Task" />;
    case "table":
      return tableOf(token as Tokens.Table, key, depth);
    case "link":
      return linkOf(token as Tokens.Link, key, inside());
    case "image":
      return linkOf(token as Tokens.Image, key, [`image: ${plain(token.text === "" ? token.href : token.text)}`]);
    default:
      // HTML, and whatever else a parser may find: as it was written.
      return safeText(token.raw);
  }
}

function plain(text: string): string {
  return safeText(decodeEntities(text));
}

/** Below the headings of the page. */
function headingOf({ depth }: Tokens.Heading, key: number, inside: ComponentChild[]): ComponentChild {
  const Heading = `h${Math.min(6, depth + 3)}` as "h4" | "h5" | "h6";
  return (
    <Heading key={key} class={`heading-${Math.min(4, depth)}`}>
      {inside}
    </Heading>
  );
}

function listOf({ ordered, start, items }: Tokens.List, key: number, depth: number): ComponentChild {
  const rows = items.map((item, index) => (
    <li key={index} class={item.task ? "task" : undefined}>
      {markdownNodes(item.tokens, depth + 1)}
    </li>
  ));
  if (!ordered) return <ul key={key}>{rows}</ul>;
  return (
    <ol key={key} start={typeof start === "number" ? start : 1}>
      {rows}
    </ol>
  );
}

function tableOf({ header, rows }: Tokens.Table, key: number, depth: number): ComponentChild {
  const cells = (row: readonly Tokens.TableCell[], Cell: "th" | "td") =>
    row.map((cell, index) => (
      <Cell key={index} data-align={cell.align ?? undefined}>
        {markdownNodes(cell.tokens, depth + 1)}
      </Cell>
    ));
  return (
    <div key={key} class="table-frame">
      <table>
        <thead>
          <tr>{cells(header, "th")}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>{cells(row, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a click would not open is shown with its address. */
function linkOf(
  { href: written, text }: { readonly href: string; readonly text: string },
  key: number,
  inside: ComponentChild[],
): ComponentChild {
  const href = safeHref(decodeEntities(written));
  if (href === null)
    return (
      <span key={key} class="no-link" title={exactLine(written)}>
        {inside}
      </span>
    );
  const link = (
    <a key={key} href={href} title={exactLine(href)} target="_blank" rel="noreferrer noopener">
      {inside}
    </a>
  );
  if (!claimsAnother(text, href)) return link;
  return (
    <span key={key}>
      {link} ({exactLine(href)})
    </span>
  );
}

/** The text is an address itself, and another one than a click opens. */
function claimsAnother(text: string, href: string): boolean {
  const claimed = /^\s*(?:https?:\/\/|(?=www\.))[^\s/?#]+/i.exec(decodeEntities(text))?.[0].trim();
  if (claimed === undefined) return false;
  const host = URL.parse(/^http/i.test(claimed) ? claimed : `https://${claimed}`)?.host;
  return URL.parse(href)?.host !== host;
}
