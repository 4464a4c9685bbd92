/** A row of one of many stacked blocks. */
export interface BlockRow<Block> {
  readonly block: Block;
  readonly row: number;
}

export interface Blocks<Block> {
  height(block: Block): number;
  /** Null at the first. */
  before(block: Block): Block | null;
  /** Null at the last. */
  after(block: Block): Block | null;
}

/** Moves by so many rows, within the blocks. Measures only the blocks on the way. */
export function moveRows<Block>(from: BlockRow<Block>, rows: number, blocks: Blocks<Block>): BlockRow<Block> {
  let { block } = from;
  let row = from.row + rows;
  while (row < 0) {
    const before = blocks.before(block);
    if (before === null) return { block, row: 0 };
    block = before;
    row += blocks.height(block);
  }
  for (let height = blocks.height(block); row >= height; height = blocks.height(block)) {
    const after = blocks.after(block);
    if (after === null) return { block, row: Math.max(0, height - 1) };
    row -= height;
    block = after;
  }
  return { block, row };
}
