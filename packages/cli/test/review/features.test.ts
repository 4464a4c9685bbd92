import { fileURLToPath } from "node:url";
import { describe, test } from "vitest";
import { scenariosIn } from "./run-features.ts";

const scenarios = await scenariosIn(fileURLToPath(new URL(".", import.meta.url)));

describe.each([...new Set(scenarios.map(({ feature }) => feature))])("%s", (file) => {
  for (const { name, run } of scenarios.filter(({ feature }) => feature === file)) test(name, run);
});
