// Sets up what is missing, then runs a job. Plain JavaScript for any Node >= 18: it is what finds a newer one.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isCliBuilt } from "./build.mjs";
import { endAs, run } from "./run.mjs";
import { withLock } from "./set-up-lock.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const setUpFolder = join(root, ".reprise-setup");
const isWindows = process.platform === "win32";
const ownNode = join(
  root,
  "tools/node/node_modules",
  `node-${isWindows ? "win" : process.platform}-${process.arch}`,
  isWindows ? "bin/node.exe" : "bin/node",
);
const NODES = "22 (from 22.19), 24, 26 or later";

/** By the kinds of scripts/test-kinds.ts. */
const TEST_NEEDS = {
  unit: [],
  contract: ["build", "package-checks", "postgres"],
  walks: ["agents", "browser", "build"],
  live: ["agents", "old-agents", "browser", "vscode", "ai-sdk", "build"],
};

class SetUpError extends Error {}

class Interrupted extends Error {
  constructor(end) {
    super(`interrupted by ${end.signal}`);
    this.end = end;
  }
}

const say = (text) => process.stderr.write(`reprise: ${text}\n`);

async function main([job = "", ...args]) {
  const node = chooseNode();
  const plan = jobs(node, args)[job];
  if (!plan) throw new SetUpError(`there is no job "${job}". Jobs: ${Object.keys(jobs(node, [])).join(", ")}.`);
  if (plan.script && !existsSync(join(root, plan.script))) {
    throw new SetUpError(`"${job}" runs ${plan.script}, which this checkout does not have.`);
  }
  await setUp(node, plan.needs ?? []);
  let worst = { code: 0, signal: null };
  for (const [command, ...rest] of plan.commands) {
    const end = await run(command, rest, { cwd: plan.cwd ?? root, env: plan.env ?? withNodeFirst(node) });
    if (end.signal) return endAs(end);
    if (end.code !== 0 && worst.code === 0) worst = end;
  }
  endAs(worst);
}

function jobs(node, args) {
  const strip = [node, "--disable-warning=ExperimentalWarning"]; // Node 22 announces that it strips types
  const script = (path) => ({ script: path, commands: [[...strip, join(root, path), ...args]] });
  const bin = (path) => join(root, "node_modules", path);
  const dev = join(setUpFolder, "dev");
  return {
    start: {
      needs: ["build"],
      commands: [
        isWindows ? [node, join(root, "packages/cli/dist/reprise.js"), ...args] : [join(root, "bin/reprise"), ...args],
      ],
      cwd: callersFolder(),
      // The first thing a newcomer sees must not be an empty list.
      env: args.length === 0 ? { ...process.env, REPRISE_DEMO_IF_EMPTY: "1" } : process.env,
    },
    test: {
      needs: [...new Set(Object.values(TEST_NEEDS).flat())],
      commands: [[node, "scripts/run-tests.mjs", ...args]],
    },
    ...Object.fromEntries(
      Object.entries(TEST_NEEDS).map(([kind, needs]) => [
        `test:${kind}`,
        { needs, commands: [[node, "scripts/run-tests.mjs", `--project=${kind}`, ...args]] },
      ]),
    ),
    check: {
      commands: [
        [node, bin("@biomejs/biome/bin/biome"), "ci"],
        [node, bin("typescript/bin/tsc"), "-p", "tsconfig.json"],
        [node, bin("typescript/bin/tsc"), "-p", "packages/web/src/app"],
        [...strip, "scripts/import-rules.ts"],
        [...strip, "scripts/rooms.ts"],
      ],
    },
    build: { commands: [[node, "scripts/build.mjs", ...args]] },
    bench: { needs: ["agents", "build", "browser", "postgres"], ...script("bench/run.ts") },
    docs: script("scripts/json-doc.ts"),
    pack: script("scripts/pack.mjs"),
    vscode: { needs: ["build"], ...script("scripts/pack-vscode.mjs") },
    screens: { needs: ["build", "screens", "browser", "agents"], ...script("scripts/screens.ts") },
    site: {
      needs: ["site"],
      commands: [
        [
          node,
          join(root, "tools/site/node_modules/vitepress/bin/vitepress.js"),
          args[0] ?? "build",
          join(root, "tools/site"),
        ],
      ],
    },
    dev: {
      ...script("packages/cli/src/entry.ts"),
      cwd: callersFolder(),
      env: { REPRISE_STATE: join(dev, "state"), REPRISE_CACHE: join(dev, "cache"), ...process.env },
    },
    campaign: { needs: campaignNeeds(args), ...script("packages/core/test/campaign.ts") },
    "record-release": { needs: ["agents", "build"], ...script("packages/core/test/releases/record.ts") },
  };
}

/** Mutants are run without agents, terminals with a scripted one; all the other campaigns are about them. */
function campaignNeeds(names) {
  const wanted = names.filter((name) => !name.startsWith("--")).map((name) => name.split(":")[0]);
  const isAny = (test) => wanted.length === 0 || wanted.some(test);
  return [
    ...(isAny((name) => name === "mutation") ? ["mutation"] : []),
    ...(isAny((name) => !["mutation", "terminals"].includes(name)) ? ["agents"] : []),
    ...(isAny((name) => name !== "mutation") ? ["build"] : []),
    ...(isAny((name) => name === "fleet") ? ["postgres"] : []),
    ...(isAny((name) => name === "newcomer") ? ["nodes"] : []),
  ];
}

/** npm moves to the root of the checkout; paths on the command line mean the folder it was called from. */
function callersFolder() {
  const isOurs = process.env.npm_package_json === join(root, "package.json");
  return isOurs && process.env.INIT_CWD ? process.env.INIT_CWD : process.cwd();
}

function chooseNode() {
  const asked = process.env.REPRISE_NODE;
  if (!asked) return fits(process.versions.node) ? process.execPath : ownNode;
  const { stdout } = spawnSync(asked, ["-p", "process.versions.node + ' ' + process.execPath"], {
    encoding: "utf8",
  });
  const [version, ...path] = (stdout ?? "").trim().split(" ");
  if (!version) throw new SetUpError(`REPRISE_NODE is not a Node that runs: ${asked}. Correct it, or unset it.`);
  if (!fits(version)) throw new SetUpError(`REPRISE_NODE is Node ${version}; Reprise needs Node ${NODES}.`);
  return path.join(" ");
}

/** 23 and 25 are past their end of life, and the tools refuse them. */
function fits(version) {
  const [major, minor] = version.split(".").map(Number);
  return (major === 22 && minor >= 19) || major === 24 || major >= 26;
}

async function setUp(node, needs) {
  const steps = [
    ...(node === ownNode ? [nodeStep()] : []),
    installStep("workspace", root, node),
    ...[
      "agents",
      "old-agents",
      "screens",
      "mutation",
      "browser",
      "vscode",
      "package-checks",
      "postgres",
      "site",
      "nodes",
    ]
      .filter((name) => needs.includes(name))
      .map((name) => installStep(name, join(root, "tools", name), node)),
    ...(needs.includes("ai-sdk") ? [installStep("ai-sdk", join(root, "examples/ai-sdk"), node)] : []),
    ...(needs.includes("build")
      ? [
          {
            title: "building the CLI",
            folder: join(root, "packages/cli/dist"),
            isDone: isCliBuilt,
            run: () => build(node),
          },
        ]
      : []),
  ];
  if (!steps.every((step) => step.isDone())) {
    mkdirSync(setUpFolder, { recursive: true });
    await withLock(join(setUpFolder, "lock"), () => carryOut(steps), {
      onWait: () => say("another set-up of this checkout is running; waiting for it"),
    });
  }
  record("node-path", `${node}\n`);
}

/** The newer Node and the workspace first, with which the others are made; those at once, for npm mostly waits. */
async function carryOut(steps) {
  const missing = steps.filter((step) => !step.isDone());
  for (const step of missing.filter(({ isFirst }) => isFirst)) await carryOutOne(step);
  const others = missing.filter(({ isFirst }) => !isFirst);
  const ends = await Promise.allSettled(others.map(carryOutOne));
  const failed = ends.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

async function carryOutOne(step) {
  say(step.title);
  const start = performance.now();
  await step.run();
  const seconds = Math.round((performance.now() - start) / 1000);
  say(`  ${step.isFirst ? "" : `done with ${step.title}: `}${seconds} s, ${megabytesIn(step.folder)} MB`);
}

function megabytesIn(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => lstatSync(join(folder, name)));
  return Math.round(files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0) / 1_000_000);
}

/** By the Node it is for: what a bundle takes of Node's own modules is looked up while it is made. */
async function build(node) {
  const end = await run(node, [join(root, "scripts/build.mjs"), "cli"], { stdio: ["ignore", 2, 2] });
  if (end.signal) throw new Interrupted(end);
  if (end.code === 0) return;
  throw new SetUpError("the CLI could not be built: see above. Correct the sources, then run the same command again.");
}

function nodeStep() {
  const step = installStep("node", join(root, "tools/node"), process.execPath);
  return {
    ...step,
    isFirst: true,
    title: `Node ${process.versions.node} is too old here: installing a newer one into tools/node`,
    isDone: () => step.isDone() && existsSync(ownNode),
    run: async () => {
      await step.run();
      if (spawnSync(ownNode, ["-v"]).status === 0) return;
      throw new SetUpError(
        `no Node could be installed for ${process.platform} ${process.arch}. Install Node ${NODES}, or set REPRISE_NODE to one.`,
      );
    },
  };
}

function installStep(name, folder, node) {
  const stamp = join(setUpFolder, `${name}-installed`);
  const wanted = createHash("sha256")
    .update(`${process.platform} ${process.arch}\n`)
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  return {
    title: {
      workspace: "installing dependencies",
      agents: "installing the agents that the tests drive",
      "old-agents": "installing an older release of Codex",
      screens: "installing what turns screens into pictures",
      mutation: "installing what mutates the sources",
      browser: "installing a browser for the tests of pages",
      vscode: "installing an editor for the tests of the extension",
      "package-checks": "installing what checks packages and workflows",
      postgres: "installing a PostgreSQL for the tests of shared chats",
      site: "installing what makes the documentation site",
      nodes: "installing every Node that an installed Reprise must run on",
      "ai-sdk": "installing what an example needs",
    }[name],
    folder: join(folder, "node_modules"),
    isFirst: name === "workspace",
    isDone: () =>
      existsSync(join(folder, "node_modules")) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted,
    run: async () => {
      rmSync(stamp, { force: true });
      await install(folder, node);
      record(`${name}-installed`, wanted);
    },
  };
}

async function install(folder, node) {
  const options = [
    "--ignore-scripts",
    "--include=dev",
    "--include=optional",
    "--loglevel=error",
    "--no-progress",
    "--no-update-notifier",
  ];
  const npmCli = /npm-cli\.js$/.test(process.env.npm_execpath ?? "") ? process.env.npm_execpath : null;
  const [command, ...first] = npmCli ? [node, npmCli] : ["npm"];
  const end = await run(command, [...first, "ci", "--prefix", folder, ...options, ...cacheOption()], {
    cwd: folder,
    env: { ...withNodeFirst(node), npm_config_globalconfig: globalConfig() },
    stdio: ["ignore", "ignore", "inherit"],
    shell: !npmCli && isWindows,
  }).catch((error) => {
    throw new SetUpError(`npm could not be started (${error.message}). Install npm, then run the same command again.`);
  });
  if (end.signal) throw new Interrupted(end);
  if (end.code === 0) return;
  throw new SetUpError(
    `set-up failed: npm ci in ${folder} ended with ${end.code}; see above. If the network or the npm registry was away ` +
      "(npm ping tells), run the same command again. If it fails the same way, delete that folder's node_modules first.",
  );
}

/** npm looks for the machine's settings beside the Node that runs it; ours must not hide them. */
function globalConfig() {
  const inherited = process.env.npm_config_globalconfig; // what npm start and npm test hand down
  if (inherited) return inherited;
  const asked = spawnSync("npm", ["config", "get", "globalconfig"], { encoding: "utf8", shell: isWindows });
  return asked.stdout?.trim() || undefined;
}

/** A home that is missing or not writable must not stop the set-up. */
function cacheOption() {
  const cache = process.env.npm_config_cache || join(homedir(), ".npm");
  try {
    if (!isAbsolute(cache)) throw new Error("relative to where npm happens to run");
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return [];
  } catch {
    return ["--cache", join(setUpFolder, "npm-cache")];
  }
}

function withNodeFirst(node) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  return { ...process.env, [key]: [dirname(node), process.env[key]].filter(Boolean).join(delimiter) };
}

function record(name, text) {
  const path = join(setUpFolder, name);
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(setUpFolder, { recursive: true });
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  say(error instanceof SetUpError || error instanceof Interrupted ? error.message : error.stack);
  endAs(error instanceof Interrupted ? error.end : { code: 1, signal: null });
}
