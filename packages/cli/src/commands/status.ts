import { checkHomes } from "../acting/settings.ts";
import { exitCodes } from "../exit.ts";
import { json } from "../print/json.ts";
import { statusText } from "../print/status-text.ts";
import type { Command } from "./command.ts";
import { scopeFolder } from "./query.ts";

export const run: Command = async (job) => {
  const { values, surroundings, stdout, paint } = job;
  checkHomes(values);
  const runner = await job.runner();
  const scope = values.all ? "all" : { workspace: scopeFolder(values.cwd, surroundings.cwd) };
  const rows = await runner.status(scope);
  if (values.json) await stdout.write(`${json("status", { sessions: rows })}\n`);
  else await stdout.write(statusText(rows, { paint, isEveryWorkspace: values.all }));
  return exitCodes.done;
};
