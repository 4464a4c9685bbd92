import { noSettings, nothingSaved, type SavedChange, type SavedState, savedAfter } from "@reprise/model";
import { savedChangeSchema } from "@reprise/model/schema";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  approval,
  at,
  draft,
  entry,
  exec,
  more,
  output,
  StoreStage,
  Telling,
} from "../../../test/workbench/store-stage.ts";

const id = fc.constantFrom("1", "2", "3");
const text = fc.string({ unit: fc.constantFrom("a", " ", "\n", "é", "😀", '"', "\\", "\u2028", "\u0000") });
const diff = (one: string, content: string): SavedChange => ({
  type: "diff",
  diff: {
    id: one,
    at,
    request: null,
    signature: "a",
    documents: [
      {
        path: "a",
        change: "update",
        movedTo: null,
        diff: null,
        original: content,
        modified: content,
        baseHash: "0".repeat(64),
        writtenHash: null,
        isSelected: true,
        state: "proposed",
        problem: null,
      },
    ],
  },
});
const change: fc.Arbitrary<SavedChange> = fc.oneof(
  fc.tuple(id, text, fc.boolean()).map(([one, words, isComplete]) => entry(one, words, isComplete)),
  fc.tuple(id, text).map(([one, words]) => more(one, words)),
  fc.tuple(id, fc.constantFrom("running", "done", "open")).map(([one, status]) => exec(one, status as "running")),
  fc.tuple(id, text, fc.boolean()).map(([one, words, isWhole]) => ({ ...output(one, words), isWhole }) as SavedChange),
  fc.tuple(id, text).map(([one, words]) => output(one, words, `\u001b[1m${words}`)),
  fc.tuple(id, text).map(([one, content]) => diff(one, content)),
  fc.tuple(id, fc.boolean()).map(([one, isSelected]): SavedChange => {
    return { type: "document", diff: one, path: "a", isSelected, state: "kept", problem: null };
  }),
  id.map(approval),
  fc.tuple(id, text).map(([one, words]): SavedChange => {
    const diffs = [diff(one, words)].flatMap((change) => (change.type === "diff" ? [change.diff] : []));
    const thread = { session: null, thread: null, run: null, settings: noSettings };
    const { telemetry } = nothingSaved;
    const rest = { decided: [], approvals: [], notes: [words], draft: null, telemetry, banner: null };
    return { type: "conversation", conversation: { id: one, at, thread, diffs, ...rest } };
  }),
  id.map((one): SavedChange => ({ type: "conversation-gone", id: one })),
  text.map(draft),
  fc.constant<SavedChange>({ type: "draft", draft: null }),
  fc
    .tuple(fc.constantFrom("entry", "diff", "approval"), fc.array(id))
    .map(([section, ids]) => ({ type: "removed", section, ids }) as SavedChange),
  text.map(
    (words): SavedChange => ({
      type: "banner",
      banner: { text: words, tone: "error", canRetry: true, isInSession: true, at },
    }),
  ),
);

/** Output always belongs to an exec. */
const execs = ["1", "2", "3"].map((one) => exec(one));

/** An exec that printed nothing may have an output or none. */
function comparable(state: SavedState): SavedState {
  const outputs = Object.entries(state.outputs).filter(([, one]) => one.text !== "" || (one.ansi ?? "") !== "");
  return { ...state, outputs: Object.fromEntries(outputs) };
}

/** A milestone, text that streams, a restart, or a rewrite. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom("save", "soon"), changes: fc.array(change) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("reopen", "follow"), changes: fc.constant([]) }),
  },
);

it("whatever is saved, in whatever portions, comes back", { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, isEncrypted) => {
      const stage = new StoreStage();
      stage.settings = { ...stage.settings, isEncrypted };
      try {
        let wanted = execs.reduce(savedAfter<SavedState>, nothingSaved);
        let store = stage.store();
        let workspace = await store.open(stage.root, new Telling());
        await workspace.save(execs);
        for (const { kind, changes } of steps) {
          for (const one of changes) savedChangeSchema.parse(one);
          wanted = changes.reduce(savedAfter<SavedState>, wanted);
          if (kind === "save") await workspace.save(changes);
          else if (kind === "soon") workspace.saveSoon(changes);
          else if (kind === "follow") await store.follow();
          else {
            await workspace.close();
            store = stage.store();
            workspace = await store.open(stage.root, new Telling());
            expect(comparable(workspace.state)).toEqual(comparable(wanted));
          }
        }
        await workspace.close();
        const last = await stage.store().open(stage.root, new Telling());
        expect(comparable(last.state)).toEqual(comparable(wanted));
        expect(last.outcome.detail).toBeNull();
        await last.close();
      } finally {
        stage.remove();
      }
    }),
    { numRuns: 60 },
  );
});
