import { setTimeout as wait } from "node:timers/promises";
import type { Stage } from "./stage.ts";

type Play = (stage: Stage) => Promise<void>;

/** Scripts by a word in the prompt; the first match wins. */
const plays: readonly { readonly word: RegExp; readonly play: Play }[] = [
  { word: /\bcrash\b/i, play: crash },
  { word: /\bchangelog\b/i, play: changelog },
];

export function playFor(prompt: string): Play {
  return plays.find(({ word }) => word.test(prompt))?.play ?? fix;
}

const brokenTotal = "  return lines.reduce((sum, { price, count }) => sum + Math.round(price * count), 0);";
const wholeTotal = "  return Math.round(lines.reduce((sum, { price, count }) => sum + price * count, 0));";

async function fix(stage: Stage): Promise<void> {
  const wasCutOff = stage.prompt.includes("was interrupted");
  await stage.say(
    wasCutOff
      ? "I was cut off while the checks ran, so I do not rely on what I had seen of them. I run them again."
      : "I run the checks first, to see what fails.",
  );
  const first = await stage.run("node test.mjs");
  if (first?.exitCode !== 0) {
    await stage.say("`total` rounds every line of the cart. It has to round once, at the end.");
    if (!stage.edit("cart.mjs", brokenTotal, wholeTotal))
      return stage.say("Somebody has changed `cart.mjs` since: I leave it to you.");
    await stage.run("node test.mjs");
  }
  await stage.say("All checks pass. I would like to note that in CHECKED.md.");
  const noted = await stage.run('node note.mjs "all checks pass"', "It writes CHECKED.md, which you did not ask for.");
  await stage.say(noted === null ? "Then I leave CHECKED.md alone. The cart is right." : "The cart is right.");
}

async function changelog(stage: Stage): Promise<void> {
  await stage.say("I write the changelog from what was done here.");
  stage.create("CHANGELOG.md", "# Changes\n\n- The total of a cart is rounded once, at the end.\n");
  await stage.say("CHANGELOG.md has one line: the total is rounded once, at the end.");
}

/** As in a power cut: nothing is reported or cleaned up. */
async function crash(stage: Stage): Promise<void> {
  await stage.say("I run the checks.");
  const running = stage.run("node test.mjs");
  await Promise.race([wait(700), running]);
  process.kill(process.pid, "SIGKILL");
  await running;
}
