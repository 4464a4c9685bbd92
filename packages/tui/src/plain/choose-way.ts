import { type ReplayWay, type RestorePlan, wayText } from "@reprise/model";
import { isBack, type Lines, type Next, say } from "./lines.ts";

/** How a replay is told, where the agent can be told in several ways. An empty line takes the one that is planned. */
export async function chooseWay(plan: RestorePlan, lines: Lines): Promise<ReplayWay | Next | null> {
  if (plan.mode !== "replay") return null;
  const { ways, via } = plan;
  if (ways.length < 2) return via;
  say(
    lines,
    "Ways to give the new thread its history:",
    ...ways.map((one, index) => `${index + 1}. ${wayText(one)}`),
  );
  for (;;) {
    const line = (await lines.ask(`Number, Enter for ${via}, or back: `))?.trim().toLowerCase();
    if (line === undefined) return "quit";
    if (line === "") return via;
    if (isBack(line)) return "back";
    const chosen = /^\d+$/.test(line) ? ways[Number(line) - 1] : undefined;
    if (chosen) return chosen.way;
    say(lines, `Please type a number from 1 to ${ways.length}, or back.`);
  }
}
