import { type Foreign, textOf } from "../../foreign.ts";

interface Use {
  readonly key: string;
  readonly work: string;
  isOver: boolean;
}

/** Models choose call ids and may reuse them: different work gets different keys. */
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

  /** Records that name only the id refer to the latest work. */
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
