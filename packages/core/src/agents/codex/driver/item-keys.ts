import { type Foreign, textOf } from "../../foreign.ts";

interface Use {
  readonly key: string;
  readonly work: string;
  isOver: boolean;
}

/**
 * Keys for the items of a turn. Models choose the ids of their calls and may use one again, also at the same time: work that
 * differs gets a key of its own, so that none takes the place of another.
 */
export class ItemKeys {
  readonly #uses = new Map<string, Use[]>();

  started(item: Foreign): string {
    return this.#use(item, ({ isOver }) => !isOver).key;
  }

  completed(item: Foreign): string {
    const use = this.#use(item, () => true);
    use.isOver = true;
    return use.key;
  }

  /** What is told of an id without naming the work is of what was begun last. */
  open(id: string): string {
    return this.#uses.get(id)?.findLast(({ isOver }) => !isOver)?.key ?? id;
  }

  #use(item: Foreign, isKnown: (use: Use) => boolean): Use {
    const [id, work] = [String(item.id), workOf(item)];
    const uses = this.#uses.get(id) ?? [];
    const same = uses.filter((use) => use.work === work);
    const known = same.findLast(({ isOver }) => !isOver) ?? same.findLast(isKnown);
    if (known) return known;
    const use = { key: uses.length === 0 ? id : `${id}~${uses.length + 1}`, work, isOver: false };
    this.#uses.set(id, [...uses, use]);
    return use;
  }
}

function workOf({ type, command }: Foreign): string {
  return `${type}:${textOf(command) ?? ""}`;
}
