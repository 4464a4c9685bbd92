export interface Named {
  readonly id: string;
}

type List<One extends Named> = readonly One[];

/** Most changes are about the last ones: these are looked at first. */
const near = 8;
/** Where ids are in long lists. Lists made from one another share it, so each answer is checked. */
const indexes = new WeakMap<List<Named>, Map<string, number>>();

/** Replaces the last one with its id, else appends it. */
export function put<One extends Named>(list: List<One>, one: One): List<One> {
  const at = positionOf(list, one.id);
  return at === -1 ? derived(list, [...list, one], list.length) : derived(list, list.with(at, one), at);
}

/** Changes the last one with this id, if there is one. */
export function changed<One extends Named>(list: List<One>, id: string, change: (one: One) => One): List<One> {
  const at = positionOf(list, id);
  const one = list[at];
  return one === undefined ? list : derived(list, list.with(at, change(one)), at);
}

function positionOf(list: List<Named>, id: string): number {
  for (let at = list.length - 1; at >= Math.max(0, list.length - near); at -= 1) if (list[at]?.id === id) return at;
  if (list.length <= near) return -1;
  const at = indexOf(list).get(id) ?? -1;
  return at === -1 || list[at]?.id === id ? at : list.findLastIndex((one) => one.id === id);
}

function indexOf(list: List<Named>): Map<string, number> {
  const known = indexes.get(list);
  if (known !== undefined) return known;
  const index = new Map(list.map(({ id }, at) => [id, at]));
  indexes.set(list, index);
  return index;
}

function derived<One extends Named>(from: List<One>, to: List<One>, at: number): List<One> {
  const index = indexes.get(from);
  const one = to[at];
  if (index === undefined || one === undefined) return to;
  index.set(one.id, at);
  indexes.set(to, index);
  return to;
}
