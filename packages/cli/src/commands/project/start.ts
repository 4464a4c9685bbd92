import { json } from "@reprise/model/json";
import { projectWish } from "../../acting/project/project-wish.ts";
import { workOnProject } from "../../acting/project/work-on-project.ts";
import { checkHomes } from "../../acting/said-settings.ts";
import { opensApp } from "../../app/app-mode.ts";
import { exitCodes } from "../../exit.ts";
import { wishText } from "../../print/project/wish-text.ts";
import type { Command } from "../command.ts";

export const run: Command = async (job) => {
  const { values, stdout, machine } = job;
  checkHomes(values);
  const wish = await projectWish(job);
  if (values["dry-run"]) {
    await stdout.write(values.json ? `${json("project-wish", wish)}\n` : wishText(wish));
    return exitCodes.done;
  }
  if (opensApp(values, machine)) {
    const { projectApp } = await import("../../app/commands.ts");
    return projectApp(job, { kind: "start", wish });
  }
  return workOnProject(job, await (await job.projects()).start(wish), null);
};
