import { contract, planSchema } from "@reprise/model/schema";
import { expect, test } from "vitest";
import { run } from "../../test/support/run.ts";
import { exitCodes } from "../exit.ts";

test("schema lists every name with what it is", async () => {
  const { stdout, code } = await run("schema");
  expect(code).toBe(exitCodes.done);
  for (const name of Object.keys(contract)) expect(stdout).toMatch(new RegExp(`^${name} +\\S`, "m"));
});

test("schema NAME prints a JSON Schema with every field, required and described", async () => {
  const schema = JSON.parse((await run("schema plan")).stdout);
  expect(schema.$schema).toContain("json-schema.org");
  for (const [index, { shape }] of planSchema.options.entries()) {
    const mode = schema.oneOf[index];
    expect(Object.keys(mode.properties)).toEqual(Object.keys(shape));
    expect(mode.required).toEqual(Object.keys(shape));
    expect(mode.additionalProperties).toBe(false);
    expect(mode.properties.baseline.description).toContain("widens");
  }
});

test("schema --json prints all of them", async () => {
  const { schemas } = JSON.parse((await run("schema --json")).stdout);
  expect(Object.keys(schemas)).toEqual(Object.keys(contract));
});

test("an unknown name is refused, with names that contain it", async () => {
  const { code, stderr } = await run("schema run");
  expect(code).toBe(exitCodes.nothingFound);
  expect(stderr).toContain("run-plan");
});
