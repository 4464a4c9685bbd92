import { exitCodes } from "../../exit.ts";
import { writeProjectJson } from "../../print/project/project-json.ts";
import { writeProjectText } from "../../print/project/project-text.ts";
import { keepHeapSmall } from "../../small-heap.ts";
import type { Command } from "../command.ts";
import { scopeFolder } from "../list-query.ts";

export const run: Command = async (job) => {
  keepHeapSmall();
  const { operands, values, machine } = job;
  const projects = await job.projects();
  const path = await projects.find(operands[0] ?? "", scopeFolder(values.cwd, machine.cwd));
  const view = await projects.view(path);
  await (values.json ? writeProjectJson : writeProjectText)(job, view);
  return exitCodes.done;
};
