import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { parseCall } from "../packages/cli/src/arguments/parse.ts";
import { everyRoute } from "../packages/model/src/routes/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const checks = join(root, "tools/package-checks");
const { resolve } = createRequire(join(checks, "package.json"));
const load = (name: string) => import(pathToFileURL(resolve(name)).href);
const scratch = mkdtempSync(join(tmpdir(), "deploy-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: its kind says what it is; checked below.
  readonly spec: any;
}

async function manifests(text = manifestText()): Promise<readonly Manifest[]> {
  const { parseAllDocuments } = await load("yaml");
  // biome-ignore lint/suspicious/noExplicitAny: as the library declares it.
  return parseAllDocuments(text).map((one: any) => one.toJS());
}
const folder = join(root, "deploy/kubernetes");
const manifestText = () =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n---\n");
const composePath = join(root, "deploy/compose.yaml");

async function composed() {
  const { parse } = await load("yaml");
  return parse(readFileSync(composePath, "utf8"), { merge: true });
}

/** What dclint finds wrong with the file's structure. */
function composeProblems(path: string): readonly string[] {
  const dclint = join(checks, "node_modules/dclint/bin/dclint.cjs");
  const { stdout } = spawnSync(process.execPath, [dclint, "-f", "json", path], { encoding: "utf8" });
  const files = JSON.parse(stdout) as { messages: { rule: string; message: string }[] }[];
  const all = files.flatMap(({ messages }) => messages);
  return all.filter(({ rule }) => rule === "invalid-schema").map(({ message }) => message);
}

/** What the types of Kubernetes and its schemas find wrong. */
async function manifestProblems(all: readonly Manifest[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const manifest of all) {
    const schemas = join(checks, "node_modules/kubernetes-models", manifest.apiVersion, `${manifest.kind}.js`);
    const module = await import(pathToFileURL(schemas).href);
    try {
      new module[manifest.kind](manifest).validate();
    } catch (error) {
      found.push((error as Error).message);
    }
  }
  const typed = all.map(({ apiVersion, kind }, index) => {
    const from = apiVersion === "v1" ? "core/v1" : apiVersion;
    return `import type { ${kind} as K${index} } from "kubernetes-types/${from}";\nexport const m${index}: K${index} = ${JSON.stringify(all[index])};`;
  });
  mkdirSync(join(scratch, "node_modules"), { recursive: true });
  symlinkSync(join(checks, "node_modules/kubernetes-types"), join(scratch, "node_modules/kubernetes-types"));
  writeFileSync(join(scratch, "manifests.ts"), typed.join("\n"));
  const config = { compilerOptions: { module: "nodenext", strict: true, noEmit: true, skipLibCheck: true, types: [] } };
  writeFileSync(join(scratch, "tsconfig.json"), JSON.stringify({ ...config, files: ["manifests.ts"] }));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  found.push(
    ...spawnSync(process.execPath, [tsc, "-p", scratch], { encoding: "utf8" }).stdout.split("\n").filter(Boolean),
  );
  rmSync(join(scratch, "node_modules"), { recursive: true });
  return found;
}

/** A server that is started so would start: the options are ours, and the grace fits into what the platform gives. */
function checkServer(args: readonly string[], graceSeconds: number): void {
  const call = parseCall(args);
  expect(call).toMatchObject({ command: "serve" });
  const grace = Number(args[args.indexOf("--grace") + 1]);
  expect(graceSeconds).toBeGreaterThan(grace);
}

describe("deploy/compose.yaml", () => {
  it("is a compose file, and one with a slip of the pen is not", async () => {
    expect(composeProblems(composePath)).toEqual([]);
    const wrong = join(scratch, "compose.yaml");
    writeFileSync(wrong, readFileSync(composePath, "utf8").replace("restart: unless", "restarts: unless"));
    expect(composeProblems(wrong).join()).toContain("/services/server-1");
  });

  it("has two servers on one database and one store for files, each healthy when it is ready", async () => {
    const { services, volumes } = await composed();
    const names = Object.keys(services).filter((name) => name.startsWith("server-"));
    expect(names).toHaveLength(2);
    for (const { command, stop_grace_period, healthcheck, depends_on } of names.map((name) => services[name])) {
      checkServer(command, Number.parseInt(stop_grace_period, 10));
      expect(JSON.stringify(healthcheck)).toContain("/readyz");
      for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name);
    }
    expect(Object.keys(volumes)).toEqual(["database", "objects"]);
    expect(everyRoute.getReadiness?.path).toBe("/readyz");
  });

  it("holds no secret: each is asked for", () => {
    const text = readFileSync(composePath, "utf8");
    const given = [...text.matchAll(/(?:PASSWORD|TOKEN|SECRET\w*|API_KEY): (.*)/g)].map(([, value]) => value ?? "");
    expect(given.length).toBeGreaterThan(4);
    for (const value of given) expect(value).toMatch(/^\$\{[A-Z_]+:[?-]\}$/);
  });
});

describe("deploy/kubernetes", () => {
  it("is valid by the schemas and by the types of Kubernetes, which notice slips of the pen", async () => {
    expect(await manifestProblems(await manifests())).toEqual([]);
    for (const [right, wrong] of [
      ["replicas: 2", "replicaz: 2"],
      ["containerPort: 7717", "containerPort: x"],
    ] as const) {
      const problems = await manifestProblems(await manifests(manifestText().replace(right, wrong)));
      expect(problems.join("\n"), wrong).toMatch(/replicaz|containerPort/);
    }
  });

  it("asks servers at routes that they have, and gives them the time that they take to end", async () => {
    const [deployment, service] = (await manifests()) as [Manifest, Manifest];
    const { terminationGracePeriodSeconds, containers } = deployment.spec.template.spec;
    const [server] = containers;
    checkServer(server.args, terminationGracePeriodSeconds);
    const open = Object.values(everyRoute).flatMap(({ path, isOpen }) => (isOpen ? [path] : []));
    for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"])
      expect(open).toContain(server[probe].httpGet.path);
    expect(service.spec.selector).toEqual(deployment.spec.template.metadata.labels);
    expect(service.spec.ports[0].targetPort).toBe(server.ports[0].name);
  });
});

describe("deploy/Dockerfile", () => {
  it("installs what npm run pack makes, and the folders are where the manifests expect them", async () => {
    const text = readFileSync(join(root, "deploy/Dockerfile"), "utf8");
    const state = /^ENV REPRISE_STATE=(\S+)$/m.exec(text)?.[1];
    const [deployment] = await manifests();
    expect(deployment?.spec.template.spec.containers[0].volumeMounts).toMatchObject([{ mountPath: state }]);
    expect(text).toContain("COPY dist/packages/reprise-*.tgz");
    expect(text).toMatch(/^USER node$/m);
  });
});
