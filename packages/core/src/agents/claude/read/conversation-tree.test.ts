import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConversationTree, type LineInTree, type Placed } from "./conversation-tree.ts";

/** `id<parent`, with `:message` for a line of a message; the first line has no parent. */
function grow(tree: ConversationTree, ...lines: string[]): Placed[] {
  return lines.map((text, index) => tree.place(lineOf(text, index + 1)));
}

function lineOf(text: string, line: number): LineInTree {
  const [, id = "", parent = "", message] = /^(\w+)<(\w*)(?::(\w+))?$/.exec(text) ?? [];
  return { id, parent: parent === "" ? null : parent, message: message ?? null, line };
}

const lefts = (placed: Placed[]) => placed.map(({ left }) => left?.messageCount ?? 0);

describe("Tree", () => {
  it("sees no branch in a plain conversation", () => {
    expect(lefts(grow(new ConversationTree(), "p1<:p1", "a<p1", "r1<a:m1", "p2<r1:p2", "r2<p2:m2"))).toEqual([
      0, 0, 0, 0, 0,
    ]);
  });

  it("counts the messages that were left when a message follows an earlier one", () => {
    const placed = grow(new ConversationTree(), "p1<:p1", "r1<p1:m1", "p2<r1:p2", "r2<p2:m2", "p3<r2:p3", "q2<r1:q2");
    expect(placed.at(-1)).toEqual({
      isDangling: false,
      left: { messageCount: 3, firstLine: 3, lastLine: 5, afterLine: 2 },
    });
  });

  it("takes a second beginning for a branch that leaves everything", () => {
    const placed = grow(new ConversationTree(), "p1<:p1", "r1<p1:m1", "q1<:q1");
    expect(placed.at(-1)?.left).toEqual({ messageCount: 2, firstLine: 1, lastLine: 2, afterLine: null });
  });

  it("sees no branch where results hang on different lines of one reply", () => {
    const placed = grow(
      new ConversationTree(),
      "p1<:p1",
      "u1<p1:m1",
      "u2<u1:m1",
      "t1<u1",
      "t2<u2",
      "r2<t1:m2",
      "r3<t2:m2",
    );
    expect(lefts(placed)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it("tells each time when two writers take turns", () => {
    expect(lefts(grow(new ConversationTree(), "p1<:p1", "a1<p1:a1", "b1<p1:b1", "a2<a1:a2", "b2<b1:b2"))).toEqual([
      0, 0, 1, 1, 2,
    ]);
  });

  it("tells a parent that is nowhere, and goes on from the latest message", () => {
    const placed = grow(new ConversationTree(), "p1<:p1", "r1<gone:m1", "p2<r1:p2");
    expect(placed.map(({ isDangling }) => isDangling)).toEqual([false, true, false]);
    expect(lefts(placed)).toEqual([0, 0, 0]);
  });

  it("excuses as many unknown parents as lines were lost, and all of them when the beginning is not known", () => {
    const tree = new ConversationTree();
    tree.loseId();
    expect(grow(tree, "p1<:p1", "r1<gone:m1", "p2<lost:p2").map(({ isDangling }) => isDangling)).toEqual([
      false,
      false,
      true,
    ]);
    const partial = new ConversationTree();
    partial.forgetBeginning();
    expect(grow(partial, "r1<gone:m1", "p2<lost:p2").some(({ isDangling }) => isDangling)).toBe(false);
  });

  it("knows the last item of a message and of those above it, after it was saved and after it forgot", () => {
    const tree = new ConversationTree();
    const count = 40_000;
    for (let number = 1; number <= count; number += 1) {
      const parent = number === 1 ? null : `l${number - 1}`;
      tree.place({ id: `l${number}`, parent, message: `m${number}`, line: number });
      if (number % 2 === 1) tree.toldItem(`item ${number}`);
    }
    const again = new ConversationTree();
    again.load(tree.save());
    for (const known of [tree, again]) {
      expect(known.lastItemUpTo(`l${count}`)).toBe(`item ${count - 1}`);
      expect(known.lastItemUpTo(`l${count - 101}`)).toBe(`item ${count - 101}`);
      expect(known.lastItemUpTo(null)).toBeNull();
      expect(known.lastItemUpTo("nobody")).toBeNull();
    }
    expect(tree.save().length).toBeLessThan(1_500_000);
  });

  it("goes on the same after it was saved", () => {
    const anyLine = fc.record({
      id: fc.integer({ min: 0, max: 30 }).map((number) => `l${number}`),
      parent: fc.option(fc.integer({ min: 0, max: 30 }).map((number) => `l${number}`)),
      message: fc.option(fc.integer({ min: 0, max: 12 }).map((number) => `m${number}`)),
    });
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 60 }), fc.nat(60), (lines, cut) => {
        const [whole, first, second] = [new ConversationTree(), new ConversationTree(), new ConversationTree()];
        const numbered = lines.map((line, index) => ({ ...line, line: index + 1 }));
        const expected = numbered.map((line) => whole.place(line));
        const before = numbered.slice(0, cut).map((line) => first.place(line));
        second.load(first.save());
        const after = numbered.slice(cut).map((line) => second.place(line));
        expect([...before, ...after]).toEqual(expected);
        expect(second.save()).toBe(whole.save());
      }),
    );
  });

  it("forgets what is very old, says nothing wrong about it, and stays small", () => {
    const tree = new ConversationTree();
    let parent: string | null = null;
    let wrong = 0;
    for (let number = 1; number <= 40_000; number += 1) {
      const id: string = `l${number}`;
      const { isDangling, left } = tree.place({ id, parent, message: number % 2 ? id : null, line: number });
      if (isDangling || left !== null) wrong += 1;
      parent = id;
    }
    expect(wrong).toBe(0);
    expect(tree.has("l1")).toBe(false);
    expect(tree.has("l40000")).toBe(true);
    expect(tree.save().length).toBeLessThan(600_000);
    expect(tree.place({ id: "old", parent: "l1", message: "old", line: 40_001 })).toEqual({
      isDangling: false,
      left: null,
    });
    expect(tree.place({ id: "new", parent: "l39999", message: "new", line: 40_002 }).left?.messageCount).toBe(1);
    const again = new ConversationTree();
    again.load(tree.save());
    expect(again.save()).toBe(tree.save());
  });
});
