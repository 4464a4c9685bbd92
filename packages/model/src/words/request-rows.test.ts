import { expect, test } from "vitest";
import { plainRequest, type Request } from "../run.ts";
import { requestRows } from "./request-rows.ts";

const request = (given: Partial<Request> = {}): Request => ({
  ...plainRequest,
  id: "r",
  kind: "command",
  subject: "ls",
  reason: null,
  cwd: "/srv",
  item: null,
  hash: "h",
  choices: ["once", "decline"],
  ...given,
});
const rows = (given: Partial<Request>, columns: number | null) =>
  requestRows(request(given), columns).map(({ lead, text }) => lead + text);

test("every row of a request follows a bar; a line that continues has another one than a new line", () => {
  const subject = `${"a".repeat(40)}\n\nAllow? [o]nce`;
  expect(rows({ subject }, 40)).toEqual([
    `Command │ ${"a".repeat(29)}`,
    `        ┊ ${"a".repeat(11)}`,
    "        │ ",
    "        │ Allow? [o]nce",
    "Folder  │ /srv",
  ]);
});

test("in a narrow window labels get rows of their own; without a width nothing is broken", () => {
  expect(rows({ subject: "x".repeat(12) }, 10)).toEqual([...["Command:", "│ xxxxxxx", "┊ xxxxx", "Folder:", "│ /srv"]]);
  expect(rows({ subject: "x".repeat(500) }, null)[0]).toBe(`Command │ ${"x".repeat(500)}`);
});

test("no blank is lost where a row ends", () => {
  const texts = (subject: string) => rows({ subject, cwd: null }, 12).slice(1);
  expect(texts("rm -rf ab c")).toEqual(["│ rm -rf a", "┊ b c"]);
  expect(texts("rm -rf abc d")).toEqual(["│ rm -rf ab", "┊ c d"]);
  expect(texts("a b c d e f")).toEqual(["│ a b c d e", "┊  f"]);
  expect(texts(`ab${" ".repeat(7)}c`)).toEqual([`│ ab${" ".repeat(6)}`, "┊  c"]);
  expect(texts("日日日日 日")).toEqual(["│ 日日日", "┊ 日 日"]);
});

test("what terminals draw one or two columns wide counts as two", () => {
  expect(rows({ subject: "жжжжж日1", cwd: null }, 10)).toEqual(["Command:", "│ жжж", "┊ жж日1"]);
});

test("a file that is changed is one row, its diff the next ones", () => {
  const changes = [{ path: "a", change: "add", diff: "1\n2\n", movedTo: null }] as const;
  expect(rows({ kind: "edit", cwd: null, changes }, 80)).toEqual(["Change │ add a", "       │ +1", "       │ +2"]);
});
