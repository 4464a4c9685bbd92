import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { everyRoute } from "@reprise/model/routes";
import { MemoryChats, memoryLibrary } from "@reprise/testkit";
import { expect, test } from "vitest";
import { createServer, type Given } from "../src/server/index.ts";
import { token } from "./stage.ts";

interface Document {
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components: { readonly schemas: Record<string, unknown> };
}

/** Nothing is called but the document. */
const uncalled = {} as never;
const everything: Partial<Given> = {
  runner: uncalled,
  projects: uncalled,
  workbenches: uncalled,
  options: uncalled,
  telemetry: uncalled,
  about: uncalled,
  reviews: uncalled,
  annotations: uncalled,
  pageFolder: "/nowhere",
};

async function documentOf(given: Partial<Given>) {
  const chats = new MemoryChats();
  const { app } = createServer({ chats, library: memoryLibrary([]), token, version: "0.0.0", ...given });
  const headers = { authorization: `Bearer ${token}`, host: "localhost" };
  const answer = await app.request("http://localhost/openapi.json", { headers });
  const routes = app.routes.filter(({ method }) => method !== "ALL");
  const served = routes.map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, "{$1}")}`);
  return { document: (await answer.json()) as Document, served };
}

const described = (paths: Document["paths"]) =>
  Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));

const servers = [
  { what: "a server for programs", given: {}, refCount: 30 },
  { what: "one with a page of its own", given: { page: "<title>Chat</title>" }, refCount: 30 },
  { what: "one with everything", given: everything, refCount: 300 },
];

test.each(servers)("the document of $what describes every route, and none that is not there", async ({ given }) => {
  const { document, served } = await documentOf(given);
  expect(described(document.paths).toSorted()).toEqual([...new Set(served)].toSorted());
});

test("the table has no route that no server has", async () => {
  const { served } = await documentOf(everything);
  const known = Object.values(everyRoute).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  expect(known.toSorted()).toEqual(served.toSorted());
  for (const route of ["post /restores", "get /streams", "patch /options"]) expect(served).toContain(route);
});

test.each(servers)("the document of $what refers to nothing that is missing", async ({ given, refCount }) => {
  const { document } = await documentOf(given);
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(refs.length).toBeGreaterThan(refCount);
  for (const [, name = ""] of refs) expect(Object.keys(document.components.schemas)).toContain(name);
});

test("what a stream sends is linked to its schema, and whoever needs no token may still be refused", async () => {
  const { paths, components } = (await documentOf({})).document;
  const [, lines] = /"contentSchema":(\{[^}]+\})/.exec(JSON.stringify(paths["/search"])) ?? [];
  expect(JSON.parse(lines ?? "null")).toEqual({ $ref: "#/components/schemas/search" });
  expect(Object.keys(components.schemas)).toContain("export");
  const { get } = paths["/healthz"] as { get: { responses: object } };
  expect(Object.keys(get.responses)).toEqual(["200", "403", "503"]);
});

test("every document passes the linter", async () => {
  const documents = await Promise.all(servers.map(async ({ given }) => (await documentOf(given)).document));
  expect(await lint(documents)).toMatchObject({ status: 0 });
});

test("the linter finds what is wrong in a document", async () => {
  const { document } = await documentOf({});
  const get = { operationId: "sendMessage", summary: "Again", responses: { 200: { description: "It" } } };
  const { status, text } = await lint([{ ...document, paths: { ...document.paths, "/other/{id}": { get } } }]);
  expect(status).toBe(1);
  for (const rule of ["operation-operationId-unique", "path-parameters-defined"]) expect(text).toContain(rule);
});

/** With the rules of redocly.yaml: nothing is a mere warning. */
async function lint(
  documents: readonly Document[],
): Promise<{ readonly status: number | null; readonly text: string }> {
  const folder = await mkdtemp(join(tmpdir(), "openapi-"));
  try {
    const files = documents.map((_, index) => `${index}.json`);
    for (const [index, name] of files.entries()) await writeFile(join(folder, name), JSON.stringify(documents[index]));
    const program = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
    const config = fileURLToPath(new URL("redocly.yaml", import.meta.url));
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const words = ["lint", ...files, "--config", config, "--format", "stylish"];
    const linter = spawnSync(process.execPath, [program, ...words], { cwd: folder, encoding: "utf8", env });
    return { status: linter.status, text: linter.stdout + linter.stderr };
  } finally {
    await rm(folder, { recursive: true });
  }
}
