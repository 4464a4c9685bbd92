import { safeLine } from "@reprise/model";
import { choiceWords } from "../screens/sessions/panel/new-session.ts";
import type { AgentChoice, World } from "../world.ts";
import { choose, type Lines, say } from "./lines.ts";

/** Asks for the agent of a new session if there is a choice. False if the user chooses none. */
export async function chooseAgent(world: World, lines: Lines): Promise<boolean> {
  const all = await world.agents();
  const here = all.filter(({ whyNot }) => whyNot === null);
  if (here.length !== 1) for (const one of all) if (one.whyNot !== null) say(lines, wordsOf(one));
  const agent =
    here.length > 1
      ? await choose(
          lines,
          "A new session with:",
          here.map((choice) => ({ label: wordsOf(choice), value: choice.agent })),
        )
      : (here[0]?.agent ?? null);
  if (agent === null) return false;
  world.prefer(agent);
  return true;
}

function wordsOf(choice: AgentChoice): string {
  return `${choice.title}: ${safeLine(choiceWords(choice))}`;
}
