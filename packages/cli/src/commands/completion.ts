import { badUse } from "../arguments/bad-use.ts";
import { scripts, shells } from "../completion/scripts.ts";
import { exitCodes } from "../exit.ts";
import type { Command } from "./command.ts";

export const run: Command = async ({ operands, stdout }) => {
  const shell = shells.find((one) => one === operands[0]);
  if (shell === undefined)
    throw badUse(`There is no completion for "${operands[0]}". There is one for ${shells.join(", ")}.`, shells);
  await stdout.write(scripts[shell]);
  return exitCodes.done;
};
