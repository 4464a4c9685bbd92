import { type Damage, type Item, localTime, openWordsIn, safeLine, type Turn } from "@reprise/model";
import { itemLimit, type Shortened, shorten } from "./shorten.ts";

/** A unit of the view, stacked vertically. */
export type Block =
  | { readonly kind: "heading"; readonly key: string; readonly text: string; readonly isFirst: boolean }
  | {
      readonly kind: "item";
      readonly key: string;
      readonly item: Item;
      readonly hint: string;
      /** For work without a recorded outcome. */
      readonly openWords: string;
      readonly leftOut: Shortened["leftOut"];
    }
  /** `moreCount`: how many after it are not shown here. */
  | {
      readonly kind: "damage";
      readonly key: string;
      readonly damage: Damage;
      readonly moreCount: number;
    };

/** A loaded turn, with large items shortened. */
export interface LoadedTurn {
  readonly number: number;
  readonly blocks: readonly Block[];
  /** Characters kept. */
  readonly size: number;
}

const turnLimit = 3_000_000;
const leastLimit = 2_000;

/** `id`: of its session, as a person reads it. */
export function loadTurn(turn: Turn, id: string): LoadedTurn {
  const openWords = openWordsIn(turn);
  const hint = `reprise show ${id} --turns ${turn.number} --full`;
  let size = 0;
  const blocks: Block[] = [headingOf(turn)];
  for (const [index, item] of turn.items.entries()) {
    // In a large turn, shorten further items more.
    const limit = size < turnLimit ? itemLimit : leastLimit;
    const short = shorten(item, limit, hint);
    size += short.size + 200;
    const key = `${turn.number}/${index}/${item.id}`;
    blocks.push({ kind: "item", key, item: short.item, hint, openWords, leftOut: short.leftOut });
  }
  return { number: turn.number, blocks, size };
}

function headingOf({ number, state, startedAt, items }: Turn): Block {
  // The start or end of a round: nobody took a turn.
  const isBoundary = startedAt !== null && items.length === 1 && items[0]?.kind === "notice";
  const words = [
    isBoundary ? null : number === 0 ? "earlier history" : `turn ${number}`,
    startedAt === null ? null : localTime(startedAt),
    state === "completed" ? null : state,
  ];
  const text = safeLine(words.filter((word) => word !== null).join(" · "));
  return { kind: "heading", key: `${number}/heading/${state}`, text, isFirst: number <= 1 };
}

const mostShown = 200;

/** Puts each damage at its position in the file, before the first item read after it. */
export function withDamage(turns: readonly LoadedTurn[], damage: readonly Damage[]): readonly LoadedTurn[] {
  if (damage.length === 0 || turns.length === 0) return turns;
  const lists = turns.map(({ blocks }) => [...blocks]);
  for (const [index, found] of damage.slice(0, mostShown).entries()) {
    const moreCount = index === mostShown - 1 ? damage.length - mostShown : 0;
    const block: Block = { kind: "damage", key: damageKey(found), damage: found, moreCount };
    const at = lists.findIndex((blocks) => blocks.some((other) => isAfter(other, found)));
    const blocks = lists[at === -1 ? lists.length - 1 : at] ?? [];
    const before = blocks.findIndex((other) => isAfter(other, found));
    blocks.splice(before === -1 ? blocks.length : before, 0, block);
  }
  return turns.map((turn, index) => ({ ...turn, blocks: lists[index] ?? turn.blocks }));
}

function isAfter(block: Block, { file, line }: Damage): boolean {
  return block.kind === "item" && block.item.origin.file === file && block.item.origin.line > line;
}

export function damageKey({ file, byteOffset, kind, line }: Damage): string {
  return `damage/${file}/${line}/${byteOffset}/${kind}`;
}
