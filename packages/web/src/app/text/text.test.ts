import { Lexer } from "marked";
import type { ComponentChild, VNode } from "preact";
import { describe, expect, test } from "vitest";
import { ansiParts } from "./ansi-parts.ts";
import { decodeEntities } from "./decode-entities.ts";
import { diffLines } from "./diff-lines.ts";
import { markdownNodes } from "./markdown-nodes.tsx";
import { safeHref } from "./safe-href.ts";

/** Elements as `name(inside)`, links with their address. */
function shown(node: ComponentChild): string {
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (Array.isArray(node)) return node.map(shown).join("");
  if (typeof node !== "object") return String(node);
  const { type, props } = node as VNode<Record<string, unknown>>;
  const name = typeof type === "function" ? type.name : type;
  const inside = "text" in props ? String(props.text) : shown(props.children as ComponentChild);
  return `${name}${props.href === undefined ? "" : ` ${props.href}`}(${inside})`;
}

const rendered = (text: string) => shown(markdownNodes(new Lexer({ gfm: true }).lex(text)));

describe("Markdown", () => {
  test.each([
    ["**a** *b* `c`", "p(strong(a) em(b) code(c))"],
    ["# A\n\ntext", "h4(A)p(text)"],
    ["- a\n- b", "ul(li(span(a))li(span(b)))"],
    ["```js\nlet a\n```", "CodeBlock(let a)"],
    ["a &amp; b &#60;", "p(a & b <)"],
    ["|a|\n|-|\n|1|", "div(table(thead(tr(th(a)))tbody(tr(td(1)))))"],
    ["> q", "blockquote(p(q))"],
  ])("%j", (text, expected) => {
    expect(rendered(text)).toBe(expected);
  });

  test.each(["http://a.example/", "https://a.example/?b=1", "mailto:a@b.example"])("%s is a link", (href) => {
    expect(rendered(`[x](${href})`)).toBe(`p(a ${href}(x))`);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java&#115;cript:alert(1)",
    "&#106;avascript&colon;alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:http://a/b",
    "src/a.ts:12",
    "//evil.example/x",
    "#main",
    "\u0001javascript:alert(1)",
    "java\tscript:alert(1)",
  ])("%j is no link", (href) => {
    expect(rendered(`[x](<${href}>)`)).not.toContain("a ");
    expect(safeHref(href)).toBeNull();
  });

  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a <b onmouseover=alert(1)>b</b>",
    "<svg><animate onbegin=alert(1)>",
    "<!-- x --><iframe src=//evil.example>",
  ])("%s is shown as it was written", (html) => {
    const text = rendered(html);
    for (const name of ["script", "img", "iframe", "svg", "b"]) expect(text).not.toContain(`${name}(`);
    expect(text).toContain("<");
  });

  test("a link that claims another address is shown with its own", () => {
    const evil = "https://evil.example/";
    expect(rendered(`[https://a.example/x](${evil})`)).toContain(`(${evil})`);
    expect(rendered(`[www.a.example](${evil})`)).toContain(`(${evil})`);
    expect(rendered("[https://a.example](https://a.example/x)")).toBe("p(a https://a.example/x(https://a.example))");
    expect(rendered(`[readme.md](${evil})`)).not.toContain(`(${evil})`);
  });

  test("an image is a link, and nothing is loaded", () => {
    expect(rendered("![a](http://a.example/b.png)")).toBe("p(a http://a.example/b.png(image: a))");
    expect(rendered("![a](data:image/png;base64,AA)")).toBe("p(span(image: a))");
  });

  test("control and bidirectional characters are visible, also written as entities", () => {
    expect(rendered("a\u202eb")).toBe("p(a<U+202E>b)");
    expect(rendered("a&#x202e;b")).toBe("p(a<U+202E>b)");
    expect(rendered("`a\u2066b`")).toBe("p(code(a<U+2066>b))");
    expect(decodeEntities("&#0; &#x110000; &bogus; &")).toBe("&#0; &#x110000; &bogus; &");
  });

  test("nesting without end becomes text", () => {
    expect(rendered(`${"> ".repeat(60)}deep`)).toContain("deep");
  });
});

describe("output of a program", () => {
  test("keeps its colours, by classes of ours", () => {
    expect(ansiParts("a \x1b[1;31mred\x1b[0m b")).toEqual([
      { text: "a ", classes: "", colour: null },
      { text: "red", classes: "ansi-red ansi-bold", colour: null },
      { text: " b", classes: "", colour: null },
    ]);
    expect(ansiParts("\x1b[38;5;208mx\x1b[38;2;1;2;3my").map(({ colour }) => colour)).toEqual([
      "255, 135, 0",
      "1, 2, 3",
    ]);
  });

  test.each([
    ["\x1b]0;title\x07a", "a"],
    ["\x1b]8;;http://evil.example\x07link\x1b]8;;\x07", "link"],
    ["\x1b[2J\x1b[Ha", "a"],
    ["a\x07b", "a␇b"],
    ["\x1b[31m<b>\x1b[0m", "<b>"],
    ["10%\r50%\r100%\r\ndone\r\n", "100%\ndone\n"],
    ["a\u202eb", "a<U+202E>b"],
  ])("%j shows %j", (output, expected) => {
    const parts = ansiParts(output);
    expect(parts.map(({ text }) => text).join("")).toBe(expected);
    for (const { classes } of parts) expect(classes).toMatch(/^[a-z -]*$/);
  });
});

describe("diffs", () => {
  test("lines have their kinds", () => {
    const kinds = diffLines("--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n z", "update").map(({ kind }) => kind);
    expect(kinds).toEqual(["name", "name", "place", "removed", "added", "same"]);
  });

  test("a whole file gets signs, and nothing in it is hidden", () => {
    expect(diffLines("a\n\u200bb\n", "add")).toEqual([
      { kind: "added", text: "+a" },
      { kind: "added", text: "+⟨U+200B⟩b" },
    ]);
  });
});
