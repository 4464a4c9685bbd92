import type { Diff, ExecOutput, SavedChange, SavedState } from "@reprise/model";
import { nothingSaved, savedAfter } from "@reprise/model";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelledSamples, shapedSamples } from "../../../test/secrets/samples.ts";
import { draft, entry, exec, more, output } from "../../../test/workbench/store-stage.ts";
import { redactorWith } from "./redactor.ts";
import { SavedForm, withheldText } from "./saved-form.ts";

const soon = { isMilestone: false };
const milestone = { isMilestone: true };
const secret = `sk-proj-${"a1B2".repeat(10)}`;

function fold(form: SavedForm, changes: readonly SavedChange[]): { state: SavedState; written: string } {
  const all = [...changes.flatMap((change) => form.of(change, soon)), ...form.rest()];
  return { state: all.reduce(savedAfter<SavedState>, nothingSaved), written: JSON.stringify(all) };
}

const newForm = (...patterns: string[]) => new SavedForm(redactorWith(patterns), []);

describe("what is saved", () => {
  it("is the same object if it has no secret", () => {
    const change = draft("hello");
    expect(newForm().of(change, milestone)[0]).toBe(change);
  });

  it("has no secret, whatever kind of change it is in", () => {
    for (const change of [draft(secret), entry("1", secret), { ...exec("e"), exec: { ...execOf(), command: secret } }])
      expect(JSON.stringify(newForm().of(change as SavedChange, milestone))).not.toContain(secret);
  });

  it("has none that is split over pieces of a reply, in any way", () => {
    for (const { secret: one } of shapedSamples)
      for (const at of [1, Math.floor(one.length / 2), one.length - 1]) {
        const changes = [entry("1", "use ", false), more("1", one.slice(0, at)), more("1", `${one.slice(at)} now`)];
        const { state, written } = fold(newForm(), changes);
        expect(written).not.toContain(one);
        expect(state.entries[0]?.item).toMatchObject({
          text: expect.stringMatching(/^use \[redacted [a-z0-9. ]+\] now$/),
        });
      }
  });

  it("has none that starts in the entry itself", () => {
    const { written } = fold(newForm(), [entry("1", secret.slice(0, 12), false), more("1", secret.slice(12))]);
    expect(written).toContain("[redacted api key]");
    expect(written).not.toContain(secret.slice(12));
  });

  it("has none in output that comes in pieces, nor hidden between colours", () => {
    const colour = "\u001b[31m";
    for (const [before, value, after] of labelledSamples) {
      const text = `${before}${value}${after}\n`;
      const pieces = [...text].map((letter) => output("e", letter, `${colour}${letter}`));
      const { state, written } = fold(newForm(), [exec("e"), ...pieces, exec("e", "done")]);
      const kept = state.outputs.e as ExecOutput;
      expect(kept.text).not.toContain(value);
      expect((kept.ansi ?? "").replaceAll(colour, "")).not.toContain(value);
      expect(written.replaceAll("\\u001b[31m", "")).not.toContain(value);
    }
  });

  it("keeps colours and every character of output without a secret", () => {
    const piece = fc.record({
      text: fc.string({ unit: fc.constantFrom("a", " ", "\n", "é", ".") }),
      isBold: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(piece), fc.boolean(), (pieces, isFlushed) => {
        const changes = pieces.map(({ text, isBold }) => output("e", text, isBold ? `\u001b[1m${text}` : null));
        const form = newForm();
        const given = changes.flatMap((change) => form.of(change, isFlushed ? milestone : soon));
        const all = [...given, ...form.rest()];
        const state = all.reduce(savedAfter<SavedState>, nothingSaved);
        const wanted = changes.reduce(savedAfter<SavedState>, nothingSaved);
        expect(state.outputs.e?.text ?? "").toBe(wanted.outputs.e?.text ?? "");
        expect(state.outputs.e?.ansi ?? "").toBe(wanted.outputs.e?.ansi ?? "");
      }),
    );
  });

  it("has no match of the person's own patterns, but keeps what makes it a record", () => {
    const form = newForm("[a-z]*1[0-9]*", 'the "plan"');
    const changes = [entry("reply1", 'say abc123 and the "plan"', true), draft("x1")];
    const [first, second] = changes.flatMap((change) => form.of(change, milestone));
    expect(first).toMatchObject({ type: "entry", entry: { id: "reply1", item: { kind: "reply" } } });
    expect(JSON.stringify([first, second])).not.toMatch(/abc123|plan/);
  });
});

describe("a document with a secret", () => {
  const document = {
    path: "a.env",
    change: "update",
    movedTo: null,
    baseHash: null,
    writtenHash: null,
  } as const;
  const diff = (original: string, modified: string, hunks: string | null = null): Diff => ({
    id: "d",
    at: null,
    request: null,
    signature: "a.env",
    documents: [
      { ...document, original, modified, diff: hunks, isSelected: true, state: "proposed", problem: null },
      {
        ...document,
        path: "b.txt",
        original: "a",
        modified: "b",
        diff: null,
        isSelected: true,
        state: "proposed",
        problem: null,
      },
    ],
  });

  it.each([
    ["before", diff(`KEY=${secret}`, "")],
    ["after", diff("", `KEY=${secret}`)],
    ["in the hunks", diff("", "", `@@ -1 +1 @@\n-KEY=${secret}\n+x`)],
  ])("is never restored in a changed form: %s", (_, given) => {
    const form = newForm();
    const [saved] = form.of({ type: "diff", diff: given }, milestone) as [SavedChange & { type: "diff" }];
    const [first, second] = saved.diff.documents;
    expect(first).toMatchObject({ original: null, modified: null, diff: null, problem: withheldText });
    expect(second).toEqual(given.documents[1]);
  });

  it("stays a problem, after a restart too", () => {
    const form = newForm();
    const [saved] = form.of({ type: "diff", diff: diff(secret, "") }, milestone) as [SavedChange & { type: "diff" }];
    const change = { diff: "d", path: "a.env", isSelected: false, state: "proposed", problem: null } as const;
    for (const one of [form, new SavedForm(redactorWith([]), [saved.diff])]) {
      expect(one.of({ type: "document", ...change }, milestone)).toMatchObject([{ problem: withheldText }]);
      expect(one.of({ type: "document", ...change, path: "b.txt" }, milestone)).toMatchObject([{ problem: null }]);
    }
  });
});

function execOf() {
  const change = exec("e");
  return change.type === "exec" ? change.exec : null;
}
