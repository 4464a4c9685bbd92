import type { Item, ItemBody, Turn } from "@reprise/model";
import fc from "fast-check";

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("", "\0", "a\ud800b", "\udc00", "漢字かな", "👩‍👩‍👧", "<|endoftext|>", "x".repeat(5000)),
  fc.string({ maxLength: 400 }),
);
const status = fc.constantFrom("done", "failed", "declined", "open");

const anyKept = fc.oneof(
  fc.record({ from: fc.constantFrom("i1", "i3", "i9", "none") }),
  fc.record({ after: fc.constantFrom("i1", "i3", "i9", "none") }),
  fc.record({ upTo: fc.constantFrom("i1", "i3", "i9", "none") }),
  fc.record({ prompts: fc.array(anyText, { maxLength: 3 }) }),
);

const body: fc.Arbitrary<ItemBody> = fc.oneof(
  fc.record({ kind: fc.constant("prompt"), text: anyText }),
  fc.record({
    kind: fc.constant("attachment"),
    what: fc.constantFrom("file", "folder", "image", "resource", "result", "context"),
    name: anyText,
    text: fc.option(anyText),
  }),
  fc.record({ kind: fc.constant("reply"), text: anyText }),
  fc.record({ kind: fc.constant("reasoning"), text: anyText }),
  fc.record({
    kind: fc.constant("command"),
    command: anyText,
    output: fc.option(anyText),
    exitCode: fc.option(fc.integer({ min: 0, max: 255 })),
    status,
  }),
  fc.record({
    kind: fc.constant("edit"),
    changes: fc.array(
      fc.record({
        path: anyText,
        change: fc.constantFrom("add", "update", "delete", "move"),
        diff: fc.option(anyText),
      }),
      { maxLength: 3 },
    ),
    status,
  }),
  fc.record({
    kind: fc.constant("tool"),
    name: anyText,
    input: fc.oneof(fc.jsonValue(), fc.dictionary(anyText, anyText)),
    output: fc.option(anyText),
    status,
  }),
  fc.record({ kind: fc.constant("approval"), subject: anyText, decision: fc.option(anyText) }),
  fc.record({ kind: fc.constant("notice"), text: anyText }),
  fc.record({
    kind: fc.constant("notice"),
    text: anyText,
    mark: fc.oneof(
      fc.record({ type: fc.constant("compaction"), summary: fc.option(anyText) }),
      fc.record({ type: fc.constant("compaction"), summary: anyText, kept: anyKept }),
      fc.record({ type: fc.constant("rewind"), turns: fc.integer({ min: 0, max: 3 }) }),
      fc.record({ type: fc.constant("rewind"), from: fc.constantFrom("i1", "i3", "i9", "none") }),
      fc.record({ type: fc.constant("rewind"), after: fc.constantFrom("i1", "i3", "i9", "none") }),
    ),
  }),
  fc.record({ kind: fc.constant("opaque"), raw: fc.jsonValue() }),
) as fc.Arbitrary<ItemBody>;

/** Any transcript, numbered as by a reader; with or without history before its first turn. */
export const anyTurns: fc.Arbitrary<Turn[]> = fc
  .tuple(fc.boolean(), fc.array(fc.array(body, { maxLength: 8 }), { maxLength: 8 }))
  .map(([hasInjected, turns]) => {
    let id = 0;
    return turns.map((bodies, index) => ({
      number: hasInjected ? index : index + 1,
      state: "completed",
      startedAt: null,
      endedAt: null,
      items: bodies.map((one): Item => {
        id += 1;
        return { id: `i${id}`, at: null, origin: { file: "f", line: id, byteOffset: id }, ...one };
      }),
    }));
  });
