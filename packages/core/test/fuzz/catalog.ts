import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { nodeHost, openLibrary } from "@reprise/core";
import { type Random, randomFrom } from "@reprise/testkit";

const fixtures = fileURLToPath(new URL("../../../../fixtures/", import.meta.url));
const recordings = ["forked", "complete-two-turns", "archived", "compacted", "exec-tools"];

/**
 * Damages the catalog of recorded sessions, and lists and searches. What another program changed must give the answers of a
 * fresh catalog; bytes that rot on the disk, which no stamp shows, must not make anything throw.
 */
export async function fuzzCatalog({ rounds, seed = 1 }: { rounds: number; seed?: number }): Promise<string[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "fuzz-catalog-")));
  try {
    const home = join(root, "home");
    for (const name of recordings)
      cpSync(join(fixtures, "codex", name), home, {
        recursive: true,
        filter: (path) => !path.endsWith("golden.json"),
      });
    const fresh = await answersOf(home, join(root, "whole"));
    const again = await answersOf(home, join(root, "whole"));
    const problems = again.warnings.length > 0 ? ["a catalog that nobody touched is built again"] : [];
    const random = randomFrom(seed);
    for (let round = 0; round < rounds && problems.length < 20; round += 1) {
      const cache = join(root, `cache-${round}`);
      cpSync(join(root, "whole"), cache, { recursive: true });
      const damage = damages[round % damages.length] ?? damages[0];
      const isRot = damage.mayRot && random() < 0.3;
      const path = join(cache, "catalog.db");
      seal(path);
      damage.make(path, random);
      if (isRot) seal(path);
      const name = `round ${round} (seed ${seed}), ${damage.name}${isRot ? ", unseen" : ""}`;
      problems.push(...(await problemsIn(name, home, cache, isRot ? null : fresh)));
      rmSync(cache, { recursive: true });
    }
    return problems;
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** As if it had been left like this. */
function seal(path: string): void {
  const { size, mtimeNs } = statSync(path, { bigint: true });
  writeFileSync(`${path}-seal`, `${size}-${mtimeNs} none`);
}

interface Answers {
  readonly page: unknown;
  readonly hits: unknown;
  readonly warnings: readonly { readonly kind: string }[];
}

async function problemsIn(name: string, home: string, cache: string, fresh: Answers | null): Promise<string[]> {
  try {
    const { page, hits, warnings } = await answersOf(home, cache);
    const odd = warnings.filter(({ kind }) => kind !== "catalog-unusable" && kind !== "catalog-not-saved");
    const differs = fresh && JSON.stringify([page, hits]) !== JSON.stringify([fresh.page, fresh.hits]);
    return [
      ...(differs ? [`${name}: the answers differ from those of a fresh catalog`] : []),
      ...odd.map(({ kind }) => `${name}: warned of ${kind}`),
    ];
  } catch (error) {
    return [`${name}: ${(error as Error).stack}`];
  }
}

async function answersOf(home: string, cache: string): Promise<Answers> {
  const host = nodeHost({ HOME: home, REPRISE_CACHE: cache, REPRISE_STATE: join(home, "state") });
  const library = openLibrary(host, { homes: { codex: [home], claude: [], gemini: [], opencode: [] } });
  try {
    const page = await library.list({ scope: "all", limit: 100, archived: true, includeEmpty: true });
    const hits = [];
    for (const word of ["question", "echo"]) hits.push(await Array.fromAsync(library.search(word, { scope: "all" })));
    for (const { id } of page.sessions) await Array.fromAsync((await library.read(id)).turns);
    await Array.fromAsync(library.diagnose());
    return { page, hits, warnings: await library.warnings() };
  } finally {
    library.close();
  }
}

interface Damage {
  readonly name: string;
  /** Whether it is also tried with the times of the file as they were. */
  readonly mayRot: boolean;
  make(path: string, random: Random): void;
}

const bytes = (name: string, change: (content: Buffer, random: Random) => Buffer): Damage => ({
  name,
  mayRot: true,
  make: (path, random) => writeFileSync(path, change(readFileSync(path), random)),
});

/** As somebody with the `sqlite3` program would. */
const rows = (sql: string): Damage => ({
  name: sql,
  mayRot: false,
  make(path) {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
  },
});

const within = (length: number, random: Random) => Math.floor(random() * length);

const damages: readonly [Damage, ...Damage[]] = [
  bytes("flipped bits", (content, random) => {
    for (let count = 1 + within(8, random); count > 0; count -= 1) {
      const at = within(content.length, random);
      content[at] = (content[at] ?? 0) ^ (1 << within(8, random));
    }
    return content;
  }),
  bytes("a stretch of noise", (content, random) => {
    const at = within(content.length, random);
    for (let offset = 0; offset < 200 && at + offset < content.length; offset += 1)
      content[at + offset] = within(256, random);
    return content;
  }),
  bytes("a page of zeros", (content, random) => {
    const at = within(content.length / 16384, random) * 16384;
    return content.fill(0, at, at + 16384);
  }),
  bytes("cut off", (content, random) => content.subarray(0, within(content.length, random))),
  bytes("two pages swapped", (content, random) => {
    const [one, other] = [0, 0].map(() => within(content.length / 16384, random) * 16384) as [number, number];
    const held = Buffer.from(content.subarray(one, one + 16384));
    content.copy(content, one, other, other + 16384);
    held.copy(content, other);
    return content;
  }),
  bytes("no database", () => Buffer.from("This is not a database. ".repeat(2000))),
  bytes("nothing", () => Buffer.alloc(0)),
  {
    name: "a log of noise beside it",
    mayRot: false,
    make: (path, random) =>
      writeFileSync(`${path}-wal`, Buffer.from(Array.from({ length: 40_000 }, () => within(256, random)))),
  },
  { name: "no seal", mayRot: false, make: (path) => rmSync(`${path}-seal`) },
  { name: "a seal of noise", mayRot: false, make: (path) => writeFileSync(`${path}-seal`, "noise") },
  rows("DELETE FROM rollout WHERE id % 2 = 0"),
  rows("DELETE FROM outline"),
  rows("DELETE FROM passage"),
  rows("DELETE FROM words"),
  rows("DELETE FROM folder; DELETE FROM rollout"),
  rows("UPDATE rollout SET thread = 'nobody', key = key || '.gone'"),
  rows("UPDATE rollout SET updatedAt = '', state = 'strange', workspace = NULL"),
  rows("UPDATE outline SET summary = '{'"),
  rows("UPDATE outline SET turnStarts = x'ffffffff', late = x'ff'"),
  rows(`CREATE TEMP TABLE doubled AS SELECT * FROM rollout;
    UPDATE doubled SET id = id + 1000, key = key || '2', thread = thread || '2';
    INSERT INTO rollout SELECT * FROM doubled`),
  rows("UPDATE rollout SET revision = 1000000"),
  rows("DROP TABLE passage"),
  rows("DROP TABLE run_folder"),
  rows("DROP TABLE words"),
  rows("DROP INDEX rollout_listed"),
  rows("PRAGMA user_version = 3"),
  rows("PRAGMA user_version = 99"),
];
