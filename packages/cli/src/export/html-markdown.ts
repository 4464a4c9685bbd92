import { isSlowToParse } from "@reprise/model";
import { decodeEntities, markdownTokens, safeHref, type Token, type Tokens } from "@reprise/web/text";
import { escaped } from "./html-text.ts";

/** Deeper nesting is shown as it was written. */
const deepest = 24;
/** Longer texts are shown as written: parsing cost can grow faster than the text. */
const longest = 100_000;

/** Markdown of a person or an agent, parsed as the page does. Becomes elements one by one: nothing in it is read as HTML. */
export function markdownHtml(text: string): string {
  const tokens = text.length > longest || isSlowToParse(text) ? null : markdownTokens(text);
  if (tokens === null) return `<p class="plain">${escaped(text)}</p>\n`;
  return `<div class="markdown">\n${nodes(tokens, 0)}</div>\n`;
}

function nodes(tokens: readonly Token[], depth: number): string {
  return tokens.map((token) => node(token as Tokens.Generic, depth)).join("");
}

function node(token: Tokens.Generic, depth: number): string {
  if (depth > deepest) return escaped(token.raw);
  const inside = () => nodes(token.tokens ?? [], depth + 1);
  switch (token.type) {
    case "space":
    case "def":
      return "";
    case "paragraph":
      return `<p>${inside()}</p>\n`;
    case "text":
      return token.tokens === undefined ? plain(token.text) : inside();
    case "escape":
      return escaped(token.text);
    case "strong":
      return `<strong>${inside()}</strong>`;
    case "em":
      return `<em>${inside()}</em>`;
    case "del":
      return `<s>${inside()}</s>`;
    case "codespan":
      return `<code>${escaped(token.text)}</code>`;
    case "br":
      return "<br>";
    case "hr":
      return "<hr>\n";
    case "code":
      return `<pre class="code"><code>${escaped(token.text)}</code></pre>\n`;
    case "heading":
      return `<h4 class="h${Math.min(4, (token as Tokens.Heading).depth)}">${inside()}</h4>\n`;
    case "blockquote":
      return `<blockquote>\n${inside()}</blockquote>\n`;
    case "list":
      return listHtml(token as Tokens.List, depth);
    case "checkbox":
      return token.checked ? "☑ " : "☐ ";
    case "table":
      return tableHtml(token as Tokens.Table, depth);
    case "link":
      return linkHtml(token.href, inside());
    case "image":
      return linkHtml(token.href, `image: ${plain(token.text === "" ? token.href : token.text)}`);
    default:
      return escaped(token.raw); // HTML, and whatever else a parser may find: as it was written
  }
}

function plain(text: string): string {
  return escaped(decodeEntities(text));
}

function listHtml({ ordered, start, items }: Tokens.List, depth: number): string {
  const rows = items.map(({ tokens, task }) => `<li${task ? ' class="task"' : ""}>${nodes(tokens, depth + 1)}</li>\n`);
  if (!ordered) return `<ul>\n${rows.join("")}</ul>\n`;
  return `<ol start="${typeof start === "number" ? start : 1}">\n${rows.join("")}</ol>\n`;
}

function tableHtml({ header, rows }: Tokens.Table, depth: number): string {
  const cells = (row: readonly Tokens.TableCell[], name: "th" | "td") =>
    `<tr>${row.map(({ tokens, align }) => `<${name}${align ? ` class="${align}"` : ""}>${nodes(tokens, depth + 1)}</${name}>`).join("")}</tr>\n`;
  const body = rows.map((row) => cells(row, "td")).join("");
  return `<div class="table"><table>\n<thead>${cells(header, "th")}</thead>\n<tbody>\n${body}</tbody>\n</table></div>\n`;
}

/** The address is always shown: paper has no links, and a text may claim another one. */
function linkHtml(written: string, inside: string): string {
  const address = decodeEntities(written);
  const href = safeHref(address);
  if (href === null) return `${inside} <span class="address">(${escaped(address)})</span>`;
  const isSame = inside === escaped(address) || inside === escaped(href);
  const link = `<a href="${escaped(href)}" rel="noreferrer noopener">${inside}</a>`;
  return isSame ? link : `${link} <span class="address">(${escaped(href)})</span>`;
}
