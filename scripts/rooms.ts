import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sourcesIn } from "./import-rules.ts";

/** Lines each room may grow to; a room without one is new. */
const BUDGETS: Record<string, number> = {
  model: 7_500,
  "core/host": 2_700,
  "core/log": 650,
  "core/agents": 15_400,
  "core/journal": 1_050,
  "core/transcript": 1_200,
  "core/catalog": 3_600,
  "core/library": 800,
  "core/restore": 5_500,
  "core/runs": 2_250,
  "core/bundle": 800,
  "core/workbench": 1_500,
  "core/reviews": 1_900,
  "core/projects": 2_300,
  chat: 8_100,
  web: 14_900,
  tui: 9_500,
  cli: 8_100,
  acp: 1_100,
  mcp: 750,
  vscode: 900,
  demo: 600,
};
const LARGE_FILE = 400;
const FULL_FOLDER = 15;

interface Source {
  path: string;
  lineCount: number;
}

/** The sizes of the product's rooms, and what is large in them. For reading: nothing here is an error. */
export function roomLines(sources: readonly Source[]): string[] {
  const product = sources.filter(({ path }) => isProduct(path));
  const rooms = sizes(product, roomOf);
  const large = product.filter(({ lineCount }) => lineCount > LARGE_FILE).sort((a, b) => b.lineCount - a.lineCount);
  const folders = sizes(product, ({ path }) => dirname(path));
  return [
    ...[...rooms].map(([room, { lineCount, fileCount }]) => {
      const budget = BUDGETS[room];
      const goal = budget === undefined ? "" : `  of ${budget.toLocaleString("en")}`;
      return `${room.padEnd(18)}${lineCount.toLocaleString("en").padStart(8)} lines ${String(fileCount).padStart(5)} files${goal}`;
    }),
    `${"product".padEnd(18)}${lineSum(product).toLocaleString("en").padStart(8)} lines ${String(product.length).padStart(5)} files`,
    `${"tests, testkit".padEnd(18)}${(lineSum(sources) - lineSum(product)).toLocaleString("en").padStart(8)} lines`,
    ...large.map(({ path, lineCount }) => `large: ${path}, ${lineCount} lines`),
    ...[...folders].flatMap(([folder, { fileCount }]) =>
      fileCount > FULL_FOLDER ? [`full: ${folder}, ${fileCount} files`] : [],
    ),
  ];
}

function isProduct(path: string): boolean {
  return /^packages\/(?!testkit\/)[^/]+\/src\//.test(path) && !/\.test\.tsx?$/.test(path);
}

function roomOf({ path }: Source): string {
  const [, name = "", , folder = ""] = path.split("/");
  return name === "core" && !folder.endsWith(".ts") ? `core/${folder}` : name;
}

function sizes(sources: readonly Source[], keyOf: (source: Source) => string) {
  const found = new Map<string, { lineCount: number; fileCount: number }>();
  for (const source of sources) {
    const { lineCount, fileCount } = found.get(keyOf(source)) ?? { lineCount: 0, fileCount: 0 };
    found.set(keyOf(source), { lineCount: lineCount + source.lineCount, fileCount: fileCount + 1 });
  }
  return found;
}

function lineSum(sources: readonly Source[]): number {
  return sources.reduce((sum, { lineCount }) => sum + lineCount, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const sources = sourcesIn(root).map((path) => ({
    path,
    lineCount: readFileSync(join(root, path), "utf8").split("\n").length - 1,
  }));
  console.log(roomLines(sources).join("\n"));
}
