import { resolve } from "node:path";
import { readPathMove, usualLimits } from "@reprise/core/bundles";
import { exactLine, type Unbundled } from "@reprise/model";
import { json } from "@reprise/model/json";
import { badUse } from "../arguments/bad-use.ts";
import { exitCodes } from "../exit.ts";
import type { Command, Job } from "./command.ts";

export const run: Command = async (job) => {
  const { values, machine, stdout, libraryOptions, operands } = job;
  const bundles = await machine.openBundles(await job.library(), libraryOptions);
  const done = await bundles.unbundle({
    path: resolve(machine.cwd, operands[0] ?? ""),
    moves: values.map.map((text) => readPathMove(withAbsoluteTarget(text, machine.cwd))),
    home: values.home === null ? null : resolve(machine.cwd, values.home),
    limits: { ...usualLimits, totalBytes: sizeOf(job) },
    isDryRun: values["dry-run"],
    signal: machine.interruption(),
    onPlan: async (plan) => {
      if (!values.json) await stdout.write(planText(plan));
    },
  });
  await stdout.write(values.json ? `${json("unbundled", done)}\n` : outcomeText(done));
  return exitCodes.done;
};

function withAbsoluteTarget(text: string, cwd: string): string {
  const at = text.indexOf("=");
  const to = text.slice(at + 1);
  return at === -1 || to === "" ? text : `${text.slice(0, at)}=${resolve(cwd, to)}`;
}

const units = ["", "K", "M", "G", "T"];

function sizeOf({ values }: Job): number {
  const said = values["max-size"];
  if (said === null) return usualLimits.totalBytes;
  const [, number = "", unit = ""] = /^(\d{1,6})([KMGT]?)B?$/i.exec(said) ?? [];
  if (number === "") throw badUse(`--max-size is a size such as 8G, not "${said}".`);
  return Number(number) * 1024 ** units.indexOf(unit.toUpperCase());
}

function planText({ session, title, folder, name, tags, files, changes, warnings }: Unbundled): string {
  const lines = [
    `${session}  ${exactLine(title)}`,
    ...(folder === null ? [] : [`Folder: ${exactLine(folder)}`]),
    ...(name === null ? [] : [`Name: ${exactLine(name)}`]),
    ...(tags.length === 0 ? [] : [`Tags: ${exactLine(tags.join(" "))}`]),
    ...files.map(({ path, state }) => `  ${state === "new" ? "write" : "keep "} ${exactLine(path)}`),
    ...[...changes, ...warnings].map((text) => exactLine(text)),
  ];
  return `${lines.join("\n")}\n`;
}

function outcomeText({ session, files, name, tags, isDone }: Unbundled): string {
  if (files.every(({ state }) => state === "same") && name === null && tags.length === 0)
    return "Everything is here already. Nothing was written.\n";
  if (!isDone) return "Nothing was written (--dry-run).\n";
  return `Continue it with: reprise resume ${session}\n`;
}
