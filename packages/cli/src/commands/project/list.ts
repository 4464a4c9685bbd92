import { json } from "@reprise/model/json";
import { exitCodes } from "../../exit.ts";
import { projectListText } from "../../print/project/project-list.ts";
import type { Command } from "../command.ts";
import { scopeFolder } from "../list-query.ts";

export const run: Command = async ({ values, machine, stdout, paint, width, projects: open }) => {
  const scope = values.all ? "all" : { workspace: scopeFolder(values.cwd, machine.cwd) };
  const projects = await (await open()).list(scope);
  const style = { paint, width, isEveryWorkspace: values.all, now: machine.now() };
  await stdout.write(
    values.json ? `${json("projects", { projects: [...projects] })}\n` : projectListText(projects, style),
  );
  return exitCodes.done;
};
