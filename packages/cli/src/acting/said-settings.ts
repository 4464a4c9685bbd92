import { resolve } from "node:path";
import { type ReplayWay, type RestoreMode, type Settings, usualWish, type Wish } from "@reprise/model";
import { badUse } from "../arguments/bad-use.ts";
import { homeSaid, spellingOf, type Values } from "../arguments/options.ts";
import type { Job } from "../commands/command.ts";
import { statPath } from "../stat-path.ts";

/** Only settings given on the command line. */
export function saidSettings({ values, machine }: Job): Partial<Settings> {
  const said: Partial<Record<keyof Settings, string | null>> = {
    model: values.model,
    provider: values.provider,
    effort: values.effort,
    sandbox: values.sandbox,
    approvalPolicy: values.approval,
    cwd: values.cwd === null ? null : folder(resolve(machine.cwd, values.cwd)),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
}

/** All restore options given. The option tables have checked `to` and `via`. */
export function wishOf(job: Job, prompt: string | null, modes: readonly RestoreMode[] = ["resume"]): Wish {
  const { values } = job;
  return {
    settings: saidSettings(job),
    otherwise: values.current ? "current" : "recorded",
    prompt,
    allowsWider: values["allow-wider"],
    modes,
    to: values.to,
    via: values.via as ReplayWay | null,
    at: values.at,
    segmentTokens: values["segment-tokens"] ?? usualWish.segmentTokens,
    briefTokens: values.budget ?? usualWish.briefTokens,
    contextTokens: values.context,
    isSilent: false,
    asBrief: values.brief,
    looksForAilments: false,
    endsRun: null,
  };
}

export function checkExclusive(values: Values, ...pairs: readonly (readonly [keyof Values, keyof Values])[]): void {
  for (const [one, other] of pairs) {
    if (values[one] && values[other])
      throw badUse(`--${spellingOf(one)} and --${spellingOf(other)} cannot be combined. Give one of them.`);
  }
}

/** Agents start in one home; reading accepts several. */
export function checkHomes(values: Values): void {
  const agents = values["agent-home"].map((text) => homeSaid(text).agent);
  const twice = agents.find((agent, index) => agents.indexOf(agent) !== index);
  if (twice !== undefined) throw badUse(`Give --${twice}-home once: an agent runs in one home.`);
}

function folder(path: string): string {
  if (statPath(path)?.isDirectory()) return path;
  throw badUse(`--cwd needs a folder that exists, not "${path}".`);
}
