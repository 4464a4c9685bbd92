import { type Manifest, type Section, schemaVersion, sectionVersions } from "../manifest.ts";
import type { StoredRecord } from "../record.ts";
import { sectionOf } from "../section-of.ts";
import { envelopeFrom1 } from "./envelope-from-1.ts";
import { execFrom1 } from "./exec-from-1.ts";

/** A pure step from one version to the next: what a record has become. */
export type Step = (record: StoredRecord) => readonly StoredRecord[];

/** By the version they start from. */
const envelopeSteps: Readonly<Record<number, Step>> = { 1: envelopeFrom1 };
const sectionSteps: Readonly<Record<Section, Readonly<Record<number, Step>>>> = {
  chat: {},
  exec: { 1: execFrom1 },
  diff: {},
  approvals: {},
  ui: {},
};

export function isCurrent({ schemaVersion: found, sections }: Manifest): boolean {
  const names = Object.keys(sectionVersions) as Section[];
  return found === schemaVersion && names.every((name) => sections[name] === sectionVersions[name]);
}

/** From the versions of a manifest to the present ones: the envelope first, then each section by itself. */
export function migrationFrom({ schemaVersion: found, sections }: Manifest): Step {
  const envelope = chain(envelopeSteps, found, schemaVersion);
  const bySection = Object.fromEntries(
    Object.entries(sectionVersions).map(([name, to]) => [
      name,
      chain(sectionSteps[name as Section], sections[name as Section], to),
    ]),
  ) as Record<Section, Step>;
  return (record) => envelope(record).flatMap((one) => bySection[sectionOf(one)](one));
}

function chain(steps: Readonly<Record<number, Step>>, from: number, to: number): Step {
  const taken = Array.from({ length: to - from }, (_, index) => steps[from + index] as Step);
  return (record) =>
    taken.reduce<readonly StoredRecord[]>((records, step) => records.flatMap((one) => step(one)), [record]);
}
