import { describe, expect, test } from "vitest";
import { run } from "../../test/support/run.ts";
import { everyKind, session, torn, turn } from "../../test/support/sessions.ts";
import { escaped } from "./html-text.ts";

const bomb = `<script>alert(1)</script><img src=x onerror=alert(1)>"' onload="x\u001b[31m\u202e\u0000</pre></article></style>`;

async function html(given: { evil: boolean }): Promise<string> {
  const bodies = given.evil ? everyKind.map(evil) : everyKind;
  const words = given.evil ? { title: bomb, name: bomb, workspace: bomb, model: bomb, source: bomb } : {};
  const damage = [given.evil ? { ...torn, file: bomb, detail: bomb } : torn];
  const contents = { sessions: [session("abc", words)], turns: [turn(0, []), turn(1, bodies)], damage };
  return (await run("export abc --format html", { contents })).stdout;
}

function evil(body: (typeof everyKind)[number]): (typeof everyKind)[number] {
  const fixed = ["kind", "status", "change"];
  return JSON.parse(
    JSON.stringify(body, (key, value) => (typeof value === "string" && !fixed.includes(key) ? bomb : value)),
  );
}

test("a whole session", async () => {
  const page = await html({ evil: false });
  expect(page.slice(page.indexOf("<body>"))).toMatchSnapshot();
});

describe("nothing recorded becomes more than text", () => {
  test("every element is one of ours, and none can run or fetch", async () => {
    const page = await html({ evil: true });
    const names = new Set(Array.from(page.matchAll(/<\/?([a-z0-9!]+)/gi), (match) => match[1]));
    const ours =
      "!doctype html head meta title style body main header nav h1 h2 h3 dl dt dd section article div p pre code details summary ins del strong span time ol ul li a";
    expect([...names].filter((name) => !ours.split(" ").includes(name ?? ""))).toEqual([]);
    expect(page.match(/<style>/g)).toHaveLength(1);
    const foreign = page.replaceAll(/ href="#turn-\d+"/g, "");
    expect(foreign).not.toMatch(/<[^>]*\s(?:on\w+|src|href)\s*=/i);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
    expect(page).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
  });

  test("evil text has the same structure as any other", async () => {
    const tagsOf = async (given: { evil: boolean }) =>
      (await html(given)).match(/<\/?(?:section|article|main|header|body|pre|details)\b/g);
    expect(await tagsOf({ evil: true })).toEqual(await tagsOf({ evil: false }));
  });

  test("the page forbids everything but its own style", async () => {
    expect(await html({ evil: false })).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
    );
  });

  test("the five characters are escaped", () => {
    expect(escaped(`<a b="c" d='e'>&`)).toBe("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
  });
});

test("the page adapts to dark, narrow and printed", async () => {
  const page = await html({ evil: false });
  for (const part of ["prefers-color-scheme: dark", "@media print", "width=device-width"]) expect(page).toContain(part);
});

test("long outputs are folded, and whole inside", async () => {
  const output = Array.from({ length: 50 }, (_, index) => `line ${index + 1}`).join("\n");
  const turns = [turn(1, [{ kind: "command", command: "seq 50", output, exitCode: 0, status: "done" }])];
  const { stdout } = await run("export abc --format html", {
    contents: { sessions: [session("abc")], turns },
  });
  expect(stdout).toContain(`<details><summary>50 lines</summary><pre>\n${output}</pre></details>`);
});

describe("Markdown", () => {
  const shown = async (text: string) => {
    const turns = [turn(1, [{ kind: "reply", text }])];
    const contents = { sessions: [session("abc")], turns };
    const { stdout } = await run("export abc --format html", { contents });
    return stdout.slice(stdout.indexOf('<article class="reply">'), stdout.indexOf("</article>"));
  };

  test("lists, tables, code and emphasis become elements", async () => {
    const page = await shown(
      "## Done\n\n- **a** `b`\n- [x] c\n\n| n | v |\n|--|--:|\n| 1 | 2 |\n\n```ts\nif (a < b) c();\n```\n",
    );
    for (const part of [
      '<h4 class="h2">Done</h4>',
      "<strong>a</strong> <code>b</code>",
      '<td class="right">2</td>',
      '<pre class="code"><code>if (a &lt; b) c();</code></pre>',
      "☑",
    ])
      expect(page).toContain(part);
  });

  test("HTML is text, nothing is loaded, and only ordinary addresses are links", async () => {
    const page = await shown(
      "Look: <script>alert(1)</script> <b onclick=x>y</b> ![p](https://x.test/p.png) [a](javascript:alert(1)) [b](https://y.test/?a=1&b=2) [c](data:text/html,x)",
    );
    expect(page).not.toMatch(/<(?:script|b|img)\b/);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page.match(/href="[^"]*"/g)).toEqual(['href="https://x.test/p.png"', 'href="https://y.test/?a=1&amp;b=2"']);
    expect(page).toContain("(javascript:alert(1))"); // with its address, as text
  });

  test("what is too long or too deep to parse is shown as written", async () => {
    expect(await shown("*x* ".repeat(30_000))).toContain('<p class="plain">*x* *x*');
    expect(await shown(`${"> ".repeat(3_000)}deep`)).toContain("deep");
  });
});

test("an edit is a coloured diff with its file, and a move names its target", async () => {
  const changes = [
    { path: "a.ts", change: "update", diff: "@@ -1,2 +1,2 @@\n-old < 1\n+new\n same", written: true },
    { path: "b.ts", change: "move", diff: null, movedTo: "lib/c.ts", written: true },
  ] as const;
  const turns = [turn(1, [{ kind: "edit", changes: [...changes], status: "done" }])];
  const { stdout } = await run("export abc --format html", {
    contents: { sessions: [session("abc")], turns },
  });
  expect(stdout).toContain("update <code>a.ts</code>");
  expect(stdout).toContain("<del>-old &lt; 1</del><ins>+new</ins><span> same</span>");
  expect(stdout).toContain("move <code>b.ts</code> → <code>lib/c.ts</code>");
});

test("every turn has a line with its prompt, which leads to it", async () => {
  const turns = [turn(1, [{ kind: "prompt", text: "First <b>\nmore" }]), turn(2, [], "interrupted")];
  const { stdout } = await run("export abc --format html", {
    contents: { sessions: [session("abc")], turns },
  });
  expect(stdout).toMatch(/<a href="#turn-1"><span>1<\/span><span>First &lt;b&gt;/);
  expect(stdout).toContain('<a href="#turn-2"><span>2</span><span></span><span>interrupted</span></a>');
});
