import fc from "fast-check";
import { expect, it } from "vitest";
import { changed, put } from "./named-list.ts";

interface One {
  readonly id: string;
  readonly text: string;
}

/** As plain as it can be. */
function plainly(list: readonly One[], one: One, isNew: boolean): readonly One[] {
  const at = list.findLastIndex(({ id }) => id === one.id);
  if (at === -1) return isNew ? [...list, one] : list;
  return list.with(at, one);
}

it("puts and changes as a plain search does, also in lists that branch from one another", () => {
  const step = fc.record({ from: fc.nat(), id: fc.nat(40), text: fc.string(), isNew: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const lists: { ours: readonly One[]; plain: readonly One[] }[] = [{ ours: [], plain: [] }];
      for (const { from, id, text, isNew } of steps) {
        // Mostly the newest list, so that it becomes long; sometimes one from before.
        const start = lists[from % 5 === 0 ? from % lists.length : lists.length - 1];
        if (start === undefined) continue;
        const one = { id: String(id), text };
        lists.push({
          ours: isNew ? put(start.ours, one) : changed(start.ours, one.id, () => one),
          plain: plainly(start.plain, one, isNew),
        });
      }
      for (const { ours, plain } of lists) expect(ours).toEqual(plain);
    }),
  );
});
