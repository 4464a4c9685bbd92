/** Numbers with fast prefix sums, however many there are (a Fenwick tree). */
export class FenwickTree {
  #tree: Float64Array;
  #values: Float64Array;

  constructor(values: Iterable<number> = []) {
    this.#values = Float64Array.from(values);
    this.#tree = treeOf(this.#values);
  }

  get total(): number {
    return this.before(this.#values.length);
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    if (index >= this.#values.length) this.#grow(index + 1);
    const more = value - this.at(index);
    this.#values[index] = value;
    for (let at = index + 1; at < this.#tree.length; at += at & -at) this.#tree[at] = (this.#tree[at] ?? 0) + more;
  }

  /** The sum of all before this index. */
  before(index: number): number {
    let sum = 0;
    for (let at = Math.min(index, this.#values.length); at > 0; at -= at & -at) sum += this.#tree[at] ?? 0;
    return sum;
  }

  #grow(length: number): void {
    const values = new Float64Array(Math.max(length, this.#values.length * 2, 16));
    values.set(this.#values);
    this.#values = values;
    this.#tree = treeOf(values);
  }
}

function treeOf(values: Float64Array): Float64Array {
  const tree = new Float64Array(values.length + 1);
  for (let at = 1; at < tree.length; at += 1) {
    tree[at] = (tree[at] ?? 0) + (values[at - 1] ?? 0);
    const parent = at + (at & -at);
    if (parent < tree.length) tree[parent] = (tree[parent] ?? 0) + (tree[at] ?? 0);
  }
  return tree;
}
