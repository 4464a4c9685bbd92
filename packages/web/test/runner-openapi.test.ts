import type { Projects } from "@reprise/model";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRunnerStage } from "./runner-stage.ts";

let stage: Awaited<ReturnType<typeof openRunnerStage>>;
beforeAll(async () => {
  stage = await openRunnerStage({ projects: {} as Projects });
});
afterAll(() => stage.close());

/** Only the page of the same release uses these. */
const ofThePage = ["get /sessions/{id}/find", "get /sessions/{id}/text", "get /sessions/{id}/view"];

interface Document {
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components: { readonly schemas: Record<string, unknown> };
}

const document = async () => (await (await stage.server.get("/openapi.json")).json()) as Document;

test("the document of a server with a runner and projects is valid, and refers to nothing that is missing", async () => {
  const found = await document();
  expect(await new Validator().validate(found as never)).toMatchObject({ valid: true });
  const refs = [...JSON.stringify(found).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(refs.length).toBeGreaterThan(100);
  for (const [, name = ""] of refs) expect(Object.keys(found.components.schemas)).toContain(name);
});

test("it describes every route, and none that is not there", async () => {
  const { routes } = stage.server.server.app;
  const served = routes
    .filter(({ method, path }) => method !== "ALL" && !path.includes("*"))
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, "{$1}")}`);
  const described = Object.entries((await document()).paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect([...described, ...ofThePage].toSorted()).toEqual([...new Set(served)].toSorted());
  for (const route of ["post /restores", "get /projects/events"]) expect(served).toContain(route);
});
