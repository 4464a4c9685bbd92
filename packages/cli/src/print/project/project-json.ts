import type { ProjectView } from "@reprise/model";
import { json, turnsJson } from "@reprise/model/json";
import type { Job } from "../../commands/command.ts";

/** One object (`project-show`), written as the rounds are read; holds at most one turn. */
export async function writeProjectJson({ stdout, library }: Job, view: ProjectView): Promise<void> {
  const { rounds, ...project } = view;
  const head = json("project-show", { ...project, rounds: [] });
  const [before = "", after = ""] = head.split(/(?<="rounds":\[)/);
  await stdout.write(before);
  let separator = "\n";
  for (const round of rounds) {
    await stdout.write(`${separator}${json("round", round).slice(0, -1)},"turns":[`);
    separator = ",\n";
    if (round.session !== null) {
      const { turns } = await (await library()).read(round.session);
      for await (const piece of turnsJson(turns)) await stdout.write(piece);
    }
    await stdout.write("]}");
  }
  await stdout.write(`${after}\n`);
}
