import type { Consent, RestoreEvent, RestorePlan, RunId } from "@reprise/model";
import { carefulConsent } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import type { RunTask } from "../runs/start-run.ts";
import type { EvidenceReader } from "./evidence-reader.ts";
import { restore } from "./restore.ts";

const wider = {
  kind: "setting",
  subject: "sandbox",
  recorded: "read-only",
  now: "danger-full-access",
} as const;
const plan = (mode: RestorePlan["mode"]) =>
  ({
    mode,
    owner: null,
    refusals: [],
    drift: [{ ...wider, widens: true, note: null }],
    baseline: { source: "journal" },
    prompt: null,
  }) as unknown as RestorePlan;
/** Nothing on the machine may be touched. */
const reader = new Proxy({} as EvidenceReader, {
  get: (_, name) => {
    throw new Error(`${String(name)} was used.`);
  },
});

/** All events; the outcome comes last. */
async function events(mode: RestorePlan["mode"], consent: Partial<Consent> = {}): Promise<RestoreEvent[]> {
  const told: RestoreEvent[] = [];
  const task = { tell: (event) => void told.push(event) } as Partial<RunTask> as RunTask;
  const whole = { ...carefulConsent, ...consent };
  const last = await restore({ run: "run" as RunId, plan: plan(mode), consent: whole, task }, reader);
  return [...told, last];
}

describe("a plan that permits more", () => {
  it.each(["resume", "fork", "replay"] as const)(
    "is not carried out as a %s without a yes to just that",
    async (mode) => {
      const [event, ...more] = await events(mode);
      expect(more).toEqual([]);
      const detail =
        "Wider permissions: sandbox from read-only to danger-full-access (baseline: recorded by Reprise). This needs --allow-wider.";
      const refusals = [{ mode, reason: "wider-permissions", detail }];
      expect(event).toMatchObject({ type: "refused", plan: { mode: null, refusals } });
    },
  );

  it("is begun with one", async () => {
    await expect(events("resume", { allowsWider: true })).rejects.toThrow("was used");
  });
});
