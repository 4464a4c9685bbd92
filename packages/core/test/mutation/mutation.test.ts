import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { type Equivalent, equivalentMutants } from "./equivalent.ts";
import { judge, type Mutant, type Report } from "./judge.ts";
import { mutate } from "./mutate.ts";
import { subjects } from "./subjects.ts";

const root = join(import.meta.dirname, "../../../..");
const oneLine = (text: string) => text.replace(/\s+/g, " ");

test.each(subjects.flatMap(({ files, tests }) => [...files, ...tests]))("the campaign finds %s", (path) => {
  expect(existsSync(join(root, path))).toBe(true);
});

test("what is declared equivalent is still in the sources, with a reason", () => {
  const files = subjects.flatMap((subject) => subject.files);
  for (const { file, code, line = "", because } of equivalentMutants) {
    expect(files).toContain(file);
    const source = oneLine(readFileSync(join(root, file), "utf8"));
    expect(source, `${file}: ${code}`).toContain(code);
    expect(source, `${file}: ${line}`).toContain(oneLine(line));
    expect(because).toMatch(/\w \w/);
  }
});

test("a subject that does not exist is a problem, not a success", async () => {
  expect(await mutate("nothing")).toEqual([expect.stringContaining("There is no subject nothing.")]);
});

describe("judge", () => {
  const source = "const a =\n  b > 1 ? one : two;\n";
  const mutant = (status: string, more: Partial<Mutant> = {}): Mutant => ({
    mutatorName: "EqualityOperator",
    replacement: "b >= 1",
    status,
    location: { start: { line: 2, column: 3 }, end: { line: 2, column: 8 } },
    ...more,
  });
  const report = (...mutants: Mutant[]): Report => ({ files: { "a.ts": { source, mutants } } });
  const known: Equivalent = { file: "a.ts", code: "b > 1", becomes: "b >= 1", because: "b is never 1" };

  it("passes where a test has noticed every mutant, by failing, hanging or not loading", () => {
    const { rows, problems } = judge(
      report(mutant("Killed"), mutant("Timeout"), mutant("RuntimeError"), mutant("Ignored")),
      [],
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual(["a.ts: 3 mutants, 3 noticed, 0 equivalent, 0 survived"]);
  });

  it.each(["Survived", "NoCoverage"])("names a mutant that is %s by its place and what it becomes", (status) => {
    expect(judge(report(mutant("Killed"), mutant(status)), []).problems).toEqual([
      `a.ts:2: b > 1  =>  b >= 1  (EqualityOperator, ${status})`,
    ]);
  });

  it("takes one that is declared equivalent, and only that", () => {
    const { rows, problems } = judge(report(mutant("Survived")), [known]);
    expect([rows, problems]).toEqual([["a.ts: 1 mutants, 0 noticed, 1 equivalent, 0 survived"], []]);
    for (const other of [{ becomes: "b <= 1" }, { code: "b > 2" }, { line: "elsewhere" }, { file: "b.ts" }])
      expect(judge(report(mutant("Survived")), [{ ...known, ...other }]).problems[0]).toContain("a.ts:2");
  });

  it("a declaration that fits no survivor of a file that was mutated is a problem", () => {
    expect(judge(report(mutant("Killed")), [known]).problems).toEqual([
      expect.stringContaining("declared equivalent, but no mutant survives that turns b > 1 into b >= 1"),
    ]);
    expect(judge({ files: {} }, [known]).problems).toEqual([]);
  });

  it("knows code over several lines by its words", () => {
    const whole = { start: { line: 1, column: 1 }, end: { line: 2, column: 21 } };
    const { problems } = judge(report(mutant("Survived", { location: whole, replacement: "" })), []);
    expect(problems[0]).toContain("a.ts:1: const a = b > 1 ? one : two;  =>    (");
  });
});
