import type { RestoreMode, RestorePlan, Wish } from "@reprise/model";
import { commandLine, operandWords } from "../../arguments/command-line.ts";
import { type Fallback, fallbacks, type Values } from "../../arguments/options.ts";
import type { Job } from "../../commands/command.ts";
import { warningText } from "../../print/error-text.ts";
import type { Caller } from "../run/caller.ts";
import { wishOf } from "../said-settings.ts";

export interface ResumeWish {
  readonly wish: Wish;
  readonly fallback: Fallback;
  /** `--yes`, or a yes to a list of sessions. */
  readonly acceptsAll: boolean;
  /** Null: the command is `resume`. */
  readonly caller: Caller | null;
}

interface Wanted {
  readonly prompt?: string | null;
  readonly acceptsAll: boolean;
  readonly caller?: Caller | null | undefined;
}

export async function resumeWish(job: Job, { prompt = null, acceptsAll, caller = null }: Wanted): Promise<ResumeWish> {
  const fallback = await fallbackOf(job);
  return { wish: wishOf(job, prompt, modesOf(fallback)), fallback, acceptsAll, caller };
}

/** The same command with more options, ready to copy. */
export function sayAgain(
  job: Job,
  { session }: RestorePlan,
  { wish, caller }: ResumeWish,
  more: Partial<Values>,
): string {
  if (caller !== null) return caller.say(more);
  const prompt = wish.prompt === null ? [] : [wish.prompt];
  return commandLine("resume", { ...job.values, ...more }, operandWords([session, ...prompt]));
}

/** From the command line, else from the config, else ask. */
async function fallbackOf({ values, machine, stderr }: Job): Promise<Fallback> {
  const said = fallbacks.find((one) => one === values.fallback);
  if (said !== undefined) return said;
  const file = await machine.readConfig();
  if (file === null) return "ask";
  const { parseConfig } = await import("../../config.ts");
  const { config, unknown } = parseConfig(file);
  for (const setting of unknown) await stderr.write(warningText(setting, { asJson: values.json }));
  return config.fallback ?? "ask";
}

/** No fallback chosen: plans the next modes too, at no cost. Resume only: also plans one known to fail. */
function modesOf(fallback: Fallback): readonly RestoreMode[] {
  if (fallback === "none") return ["resume"];
  if (fallback === "replay" || fallback === "handoff") return ["resume", fallback];
  return ["resume", "replay", "handoff"];
}
