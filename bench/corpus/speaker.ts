import { Random } from "./random.ts";
import { camelName, nameWord, word } from "./vocabulary.ts";

interface Pool {
  readonly words: readonly string[];
  readonly names: readonly string[];
  readonly paths: readonly string[];
}

const endings = ["ts", "ts", "tsx", "py", "rs", "go", "md", "json", "sql"];

/** Says words, names and paths such as stand in one project: the same ones again and again, a few very often. */
export class Speaker {
  readonly random: Random;
  readonly #pool: Pool;
  readonly #wider: Speaker | null;

  private constructor(random: Random, pool: Pool, wider: Speaker | null) {
    this.random = random;
    this.#pool = pool;
    this.#wider = wider;
  }

  static of(projectNumber: number, random: Random): Speaker {
    return new Speaker(random, projectPool(projectNumber), null);
  }

  /** For one output or one file, which says most of its words several times. */
  focused(): Speaker {
    const some = (count: number, draw: () => string) => Array.from({ length: count }, draw);
    const pool = {
      words: some(50, () => this.word()),
      names: some(22, () => this.name()),
      paths: some(6, () => this.path()),
    };
    return new Speaker(this.random, pool, this);
  }

  word(): string {
    if (this.#wider === null || this.random.chance(0.2)) return word(this.random);
    return this.random.pick(this.#pool.words);
  }

  name(): string {
    return this.#draw("names");
  }

  path(): string {
    return this.#draw("paths");
  }

  #draw(kind: "names" | "paths"): string {
    if (this.#wider && this.random.chance(0.15)) return this.#wider.#draw(kind);
    return this.random.pick(this.#pool[kind]);
  }
}

/** The first of a list often, the last seldom: of this longer one any may be picked. */
function ranked(list: readonly string[]): string[] {
  return Array.from({ length: 8192 }, (_, index) => {
    const rank = Math.floor(list.length ** ((index + 0.5) / 8192)) - 1;
    return list[rank] ?? "";
  });
}

const pools = new Map<number, Pool>();

function projectPool(number: number): Pool {
  const known = pools.get(number);
  if (known) return known;
  const random = new Random(13, number);
  const names = Array.from({ length: 4000 }, () => camelName(random, random.between(1, 3)));
  const paths = Array.from(
    { length: 900 },
    () => `src/${nameWord(random)}/${nameWord(random)}-${nameWord(random)}.${random.pick(endings)}`,
  );
  const pool = { words: [], names: ranked(names), paths: ranked(paths) };
  pools.set(number, pool);
  return pool;
}
