import { MemoryChats, memoryLibrary } from "@reprise/testkit";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { createServer, type Given } from "../src/server/index.ts";
import { everyPath } from "../src/server/openapi/document.ts";
import { token } from "./stage.ts";

interface Document {
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components: { readonly schemas: Record<string, unknown> };
}

/** Nothing is called but the document. */
const uncalled = {} as never;
const everything: Partial<Given> = {
  ...{ runner: uncalled, projects: uncalled, workbenches: uncalled, options: uncalled, telemetry: uncalled },
  ...{ about: uncalled, reviews: uncalled, annotations: uncalled, pageFolder: "/nowhere" },
};

async function documentOf(given: Partial<Given>) {
  const chats = new MemoryChats();
  const { app } = createServer({ chats, library: memoryLibrary([]), token, version: "0.0.0", ...given });
  const headers = { authorization: `Bearer ${token}`, host: "localhost" };
  const answer = await app.request("http://localhost/openapi.json", { headers });
  const routes = app.routes.filter(({ method }) => method !== "ALL");
  const served = routes.map(
    ({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, "{$1}")}`,
  );
  return { document: (await answer.json()) as Document, served };
}

const described = (paths: Document["paths"]) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );

const servers = [
  { what: "a server for programs", given: {}, refCount: 30 },
  { what: "one with a page of its own", given: { page: "<title>Chat</title>" }, refCount: 30 },
  { what: "one with everything", given: everything, refCount: 300 },
];

test.each(servers)(
  "the document of $what describes every route, and none that is not there",
  async ({ given }) => {
    const { document, served } = await documentOf(given);
    expect(described(document.paths).toSorted()).toEqual([...new Set(served)].toSorted());
  },
);

test("nothing is described that no server has", async () => {
  const { served } = await documentOf(everything);
  expect(described(everyPath() as Document["paths"]).toSorted()).toEqual([...new Set(served)].toSorted());
  for (const route of ["post /restores", "get /streams", "patch /options"]) expect(served).toContain(route);
});

test.each(servers)(
  "the document of $what is valid, and refers to nothing that is missing",
  async ({ given, refCount }) => {
    const { document } = await documentOf(given);
    expect(await new Validator().validate(document as never)).toMatchObject({ valid: true });
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    expect(refs.length).toBeGreaterThan(refCount);
    for (const [, name = ""] of refs) expect(Object.keys(document.components.schemas)).toContain(name);
  },
);
