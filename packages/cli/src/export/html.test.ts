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
      "!doctype html head meta title style body main header h1 h2 h3 dl dt dd section article p pre code details summary ins del strong span time ul li";
    expect([...names].filter((name) => !ours.split(" ").includes(name ?? ""))).toEqual([]);
    expect(page.match(/<style>/g)).toHaveLength(1);
    expect(page).not.toMatch(/<[^>]*\s(?:on\w+|src|href)\s*=/i);
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
  for (const part of ["prefers-color-scheme: dark", "@media print", "width=device-width"])
    expect(page).toContain(part);
});

test("long outputs are folded, and whole inside", async () => {
  const output = Array.from({ length: 50 }, (_, index) => `line ${index + 1}`).join("\n");
  const turns = [turn(1, [{ kind: "command", command: "seq 50", output, exitCode: 0, status: "done" }])];
  const { stdout } = await run("export abc --format html", {
    contents: { sessions: [session("abc")], turns },
  });
  expect(stdout).toContain(`<details><summary>50 lines</summary><pre>\n${output}</pre></details>`);
});
