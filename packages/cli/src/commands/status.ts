import { notShownIn } from "@reprise/model";
import { json } from "@reprise/model/json";
import { checkHomes } from "../acting/said-settings.ts";
import { shortIdsFor } from "../acting/short-id.ts";
import { exitCodes } from "../exit.ts";
import { statusText } from "../print/sessions/status-text.ts";
import type { Command } from "./command.ts";
import { scopeFolder } from "./list-query.ts";

export const run: Command = async (job) => {
  const { values, machine, stdout, paint, width } = job;
  checkHomes(values);
  const runner = await job.runner();
  const scope = values.all ? "all" : { workspace: scopeFolder(values.cwd, machine.cwd) };
  const rows = await runner.status(scope);
  const notShown = await notShownIn(scope, await job.library());
  if (values.json) await stdout.write(`${json("status", { sessions: rows, notShown })}\n`);
  else {
    const sessions = rows.flatMap(({ session }) => session ?? []);
    const idOf = await shortIdsFor(job, sessions, "stdout");
    await stdout.write(statusText(rows, notShown, { paint, width, isEveryWorkspace: values.all, idOf }));
  }
  return exitCodes.done;
};
