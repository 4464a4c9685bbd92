import { sampleOf } from "@reprise/testkit";
import { expect, test } from "vitest";
import { type Kind, kinds } from "./kinds.ts";
import { otherCommands, placesFor, problemsWith, tellingCommands } from "./special-files.ts";

const pipe = kindCalled("pipe");
const [settings, others] = [
  placesFor(pipe).filter(({ as }) => as === "settings"),
  placesFor(pipe).filter(({ as }) => as !== "settings"),
];

/** `npm run campaign special-files` has every kind at every place, and every command. */
test.each([
  ["pipe", "every place where Reprise reads", others, [...tellingCommands, ...sampleOf(otherCommands, 8)]],
  ["circular link", "every place where Reprise reads", others, tellingCommands],
  ["pipe", "the place of settings", settings, tellingCommands],
] as const)(
  "a %s at %s hangs no command, hides no session and is named by doctor",
  async (kind, _where, places, commands) => {
    expect(await problemsWith(kindCalled(kind), places, commands)).toEqual([]);
  },
);

function kindCalled(name: string): Kind {
  const found = kinds.find((one) => one.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
}
