import { damageRows, moreDamageRows, RowCache } from "../../../items/index.ts";
import { bareTheme, type Theme } from "../../../kernel/theme.ts";
import { cutTo } from "../../../text/fit.ts";
import type { Block, LoadedTurn } from "../turns/loaded-turn.ts";
import { estimateRows, lengthOf } from "./estimate-rows.ts";
import { FenwickTree } from "./fenwick-tree.ts";
import { type Folds, isFolded } from "./folds.ts";

/** Columns at the left for the cursor mark. */
export const gutter = 2;

interface TurnHeights {
  readonly turn: LoadedTurn;
  readonly folded: readonly boolean[];
  readonly heights: FenwickTree;
  readonly isMeasured: Uint8Array;
  guessCount: number;
}

/**
 * Heights at one width: measured if a block was laid out, else estimated. Derived from turns, folds and
 * width; kept beside the state because recomputing for each key is too slow.
 */
export class RowHeights {
  readonly cache = new RowCache();
  readonly #byTurn = new Map<number, TurnHeights>();
  #rows = new FenwickTree();
  #known = new FenwickTree();
  #guesses = new FenwickTree();
  #columns = 0;
  #theme: Theme = bareTheme;

  /** The last theme used: its layouts are cached. */
  get theme(): Theme {
    return this.#theme;
  }

  get columns(): number {
    return this.#columns;
  }

  /** Another width: drops all measurements. */
  resize(columns: number): void {
    this.#columns = columns;
    this.reset();
  }

  reset(): void {
    this.#byTurn.clear();
    [this.#rows, this.#known, this.#guesses] = [new FenwickTree(), new FenwickTree(), new FenwickTree()];
  }

  /** Adds a turn that is new or has new blocks or folds; keeps measurements that still hold. */
  learn(turn: LoadedTurn, folds: Folds): TurnHeights {
    const old = this.#byTurn.get(turn.number);
    const folded = turn.blocks.map((block) => isFolded(block, folds));
    const isMeasured = new Uint8Array(turn.blocks.length);
    const heights = turn.blocks.map((block, index) => {
      const isSame = old?.turn.blocks[index] === block && old.folded[index] === folded[index];
      isMeasured[index] = isSame ? (old.isMeasured[index] ?? 0) : 0;
      return isMeasured[index]
        ? (old?.heights.at(index) ?? 1)
        : estimateRows(block, folded[index] === true, this.#columns);
    });
    const guessCount = isMeasured.reduce((left, measured) => left - measured, isMeasured.length);
    const turnHeights = { turn, folded, heights: new FenwickTree(heights), isMeasured, guessCount };
    this.#byTurn.set(turn.number, turnHeights);
    this.#tell(turnHeights);
    return turnHeights;
  }

  /** The turn is no longer loaded; its height is kept. */
  forget(turn: LoadedTurn): void {
    this.#byTurn.delete(turn.number);
  }

  /** Lays out the block if needed. */
  height(turn: LoadedTurn, block: number, folds: Folds): number {
    const known = this.#byTurn.get(turn.number);
    const turnHeights = known?.turn === turn ? known : this.learn(turn, folds);
    if (!turnHeights.isMeasured[block]) this.#measure(turnHeights, block);
    return turnHeights.heights.at(block);
  }

  /** Lays out some of the remaining blocks; false if none are left. */
  measureSome(turns: readonly LoadedTurn[], folds: Folds, limit: { blocks: number; size: number }): boolean {
    let { blocks, size } = limit;
    for (const turn of turns) {
      const turnHeights = this.#byTurn.get(turn.number) ?? this.learn(turn, folds);
      for (let at = 0; turnHeights.guessCount > 0 && at < turn.blocks.length; at += 1) {
        if (turnHeights.isMeasured[at]) continue;
        if (blocks <= 0 || size <= 0) return true;
        this.#measure(turnHeights, at);
        const block = turn.blocks[at];
        blocks -= 1;
        size -= block?.kind === "item" ? lengthOf(block.item) : 0;
      }
    }
    return false;
  }

  hasGuesses(turns: readonly LoadedTurn[]): boolean {
    return turns.some(({ number }) => (this.#byTurn.get(number)?.guessCount ?? 1) > 0);
  }

  /** Without the empty rows between blocks. */
  rows(block: Block, isFoldedNow: boolean, theme: Theme): readonly string[] {
    this.#theme = theme;
    const columns = this.#columns - gutter;
    if (block.kind === "heading") return headingRows(block, columns, theme);
    if (block.kind === "damage") return damageBlockRows(block, columns, theme);
    return this.cache.rows(block.key, block.item, {
      columns,
      isFolded: isFoldedNow,
      theme,
      allHint: block.hint,
      openWords: block.openWords,
      leftOut: block.leftOut,
    });
  }

  /** Rows above a block of a turn, of `turnCount` turns from `first` on; estimated for turns never loaded. */
  above(turn: number, block: number, first: number): number {
    const unknown = Math.max(0, turn - first - this.#known.before(turn));
    const within = this.#byTurn.get(turn)?.heights.before(block) ?? 0;
    return Math.round(this.#rows.before(turn) + unknown * this.#average) + within;
  }

  total(first: number, last: number): { readonly rows: number; readonly isExact: boolean } {
    const unknown = Math.max(0, last - first + 1 - this.#known.total);
    const rows = Math.round(this.#rows.total + unknown * this.#average);
    return { rows, isExact: unknown === 0 && this.#guesses.total === 0 };
  }

  get #average(): number {
    return this.#known.total === 0 ? 1 : this.#rows.total / this.#known.total;
  }

  #measure(turnHeights: TurnHeights, at: number): void {
    const block = turnHeights.turn.blocks[at];
    if (!block) return;
    const gap = block.kind === "item" && at < turnHeights.turn.blocks.length - 1 ? 1 : 0;
    turnHeights.heights.set(at, this.rows(block, turnHeights.folded[at] === true, this.#theme).length + gap);
    turnHeights.isMeasured[at] = 1;
    turnHeights.guessCount -= 1;
    this.#tell(turnHeights);
  }

  #tell({ turn, heights, guessCount }: TurnHeights): void {
    this.#rows.set(turn.number, heights.total);
    this.#known.set(turn.number, 1);
    this.#guesses.set(turn.number, guessCount);
  }
}

function damageBlockRows(
  { damage, moreCount }: Block & { readonly kind: "damage" },
  columns: number,
  theme: Theme,
): string[] {
  const options = { columns, theme };
  return [...damageRows(damage, options), ...(moreCount > 0 ? moreDamageRows(moreCount, options) : [])];
}

function headingRows(block: Block & { kind: "heading" }, columns: number, theme: Theme): string[] {
  const words = cutTo(`── ${block.text} `, columns);
  const row = theme("dim", words + "─".repeat(Math.max(0, columns - words.length)));
  return block.isFirst ? [row] : ["", row];
}
