/** Numbers that a seed decides: a campaign that found something can be walked again. */
export interface Random {
  /** From 0 on, below `count`. */
  below(count: number): number;
  one<Thing>(things: readonly Thing[]): Thing;
}

export function randomBy(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    one: (things) => {
      const thing = things[below(things.length)];
      if (thing === undefined) throw new Error("There is nothing to choose from.");
      return thing;
    },
  };
}
