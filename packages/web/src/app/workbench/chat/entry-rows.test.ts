import { expect, test } from "vitest";
import { sampleEntry } from "../test/sample-view.ts";
import { entryRows, isSameRow } from "./entry-rows.ts";

const long = (count: number) => "A paragraph of some length, said again and again.\n\n".repeat(count);

test("a short entry is one row, a long reply several, and nothing is lost", () => {
  const rows = entryRows([sampleEntry("a"), sampleEntry("b", long(400))]);
  expect(rows[0]).toMatchObject({ key: "a", piece: null, isFirst: true, isLast: true });
  const pieces = rows.slice(1);
  expect(pieces.map(({ piece }) => piece).join("")).toBe(long(400));
  expect(pieces.length).toBeGreaterThan(4);
  expect(pieces.map(({ key }) => key).slice(0, 2)).toEqual(["b", "b#1"]);
  expect([pieces[0]?.isFirst, pieces.at(-1)?.isLast, pieces[1]?.isFirst]).toEqual([true, true, false]);
});

test("an approval of the work above it need not repeat what it was about", () => {
  const of = (id: string, item: object) => ({ ...sampleEntry(id), item }) as ReturnType<typeof sampleEntry>;
  const command = (text: string) =>
    of(text, { kind: "command", command: text, output: null, exitCode: 0, status: "done" });
  const edit = of("e", {
    kind: "edit",
    changes: [{ path: "/w/a", change: "add", diff: null }],
    status: "done",
    reason: null,
  });
  const approval = (subject: string) =>
    of(`to ${subject}`, { kind: "approval", subject, decision: "you allowed it once" });
  const isAbout = (...entries: ReturnType<typeof of>[]) => entryRows(entries).at(-1)?.isAboutLast;
  expect(isAbout(command("make"), approval("make"))).toBe(true);
  expect(isAbout(command("cat <<E\nx\nE"), approval("cat <<E … (3 lines)"))).toBe(true);
  expect(isAbout(edit, approval("/w/a"))).toBe(true);
  expect([
    isAbout(command("make"), approval("rm x")),
    isAbout(approval("make")),
    isAbout(edit, approval("/w/b")),
  ]).toEqual([false, false, false]);
});

test("text that is added changes only the last piece", () => {
  const before = entryRows([sampleEntry("b", long(400))]);
  const after = entryRows([sampleEntry("b", long(400) + long(2))]);
  const same = before.filter((row, index) => after[index] !== undefined && isSameRow(row, after[index]));
  expect(same.length).toBeGreaterThanOrEqual(before.length - 1);
});

test("a reply that grows word by word has the same pieces as one that is there at once", () => {
  const whole = `${long(200)}- a\n\n- b\n\n${long(200)}`;
  const piecesOf = (id: string, text: string) => entryRows([sampleEntry(id, text)]).map(({ piece }) => piece);
  for (let length = 6001; length < whole.length; length += 997) piecesOf("c", whole.slice(0, length));
  expect(piecesOf("c", whole)).toEqual(piecesOf("d", whole));
  expect(piecesOf("d", long(300))).toEqual(piecesOf("e", long(300)));
});
