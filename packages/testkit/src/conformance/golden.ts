import { readFile, writeFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import { type AgentSource, type Host, turnStateOf } from "@reprise/core";
import { expect } from "vitest";
import { transcriptOf } from "../transcript-of.ts";

/**
 * Compares the outline, turns and damage of every rollout of a home with a JSON file. `REPRISE_UPDATE_GOLDEN=1` writes the
 * file instead; review the difference before you keep it.
 */
export async function expectGolden(file: string, source: AgentSource, home: string, host: Host): Promise<void> {
  const now = `${JSON.stringify(await renderHome(source, home, host), null, 2)}\n`;
  if (process.env.REPRISE_UPDATE_GOLDEN === "1") return writeFile(file, now);
  expect(JSON.parse(now)).toEqual(JSON.parse(await readFile(file, "utf8")));
}

async function renderHome(source: AgentSource, home: string, host: Host): Promise<unknown> {
  const { rollouts } = source.locate(home, host);
  const places = rollouts.map((rollout) => ({
    rollout,
    place: relative(home, rollout.path).split(sep).join("/"),
  }));
  const rendered: Record<string, unknown> = {};
  for (const { rollout, place } of places.toSorted((a, b) => (a.rollout.key < b.rollout.key ? -1 : 1))) {
    const { outline, turns, damage } = await transcriptOf(rollout, source, host, { all: rollouts });
    const state = outline.lastTurn ? turnStateOf(outline.lastTurn, false) : "empty";
    const key = place in rendered ? `${place}#${rollout.thread}` : place;
    const { title, about, turnCount, itemCount, messageCount, toolCount, damageCount } = outline;
    const counts = { turnCount, itemCount, messageCount, toolCount, damageCount };
    rendered[key] = inHome({ title, state, about, ...counts, turns, damage }, home);
  }
  return rendered;
}

/** Independent of the home's path. */
function inHome(value: unknown, home: string): unknown {
  if (typeof value === "string") return value.replaceAll(home, "<home>");
  if (Array.isArray(value)) return value.map((inner) => inHome(inner, home));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, inHome(inner, home)]));
}
