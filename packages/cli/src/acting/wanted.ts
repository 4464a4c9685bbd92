import type { RestorePlan, Wish } from "@reprise/model";
import { commandLine, operandWords } from "../arguments/command-line.ts";
import type { Fallback, Values } from "../arguments/options.ts";
import type { Job } from "../commands/command.ts";
import { fallbackOf, modesOf } from "./fallback.ts";
import { wishOf } from "./settings.ts";

/** What a resume is to be, and what instead of it. */
export interface Wanted {
  readonly wish: Wish;
  readonly fallback: Fallback;
  /** `--yes`, or a yes to a list of sessions. */
  readonly acceptsAll: boolean;
}

export async function wantedOf(job: Job, prompt: string | null, acceptsAll: boolean): Promise<Wanted> {
  const fallback = await fallbackOf(job);
  return { wish: wishOf(job, prompt, modesOf(fallback)), fallback, acceptsAll };
}

/** The resume again, with more said: ready to be copied. */
export function sayAgain(
  job: Job,
  { session }: RestorePlan,
  { wish }: Wanted,
  more: Partial<Values>,
): string {
  const prompt = wish.prompt === null ? [] : [wish.prompt];
  return commandLine("resume", { ...job.values, ...more }, operandWords([session, ...prompt]));
}
