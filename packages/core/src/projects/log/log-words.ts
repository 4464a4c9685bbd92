import type { ProjectOrigin } from "@reprise/model";

/** The format of our own log. */
export const logVersion = 1;

/** What records are called in the files; CodexPotter's names, and ours for what it does not record. */
export const typeNames = {
  "project-started": "project_started",
  "project-resumed": "project_resumed",
  "round-started": "round_started",
  "round-configured": "round_configured",
  "request-declined": "request_declined",
  "round-parked": "round_parked",
  "project-succeeded": "project_succeeded",
  "round-finished": "round_finished",
} as const;

export type RecordType = keyof typeof typeNames;

/** Our own log only: the lines it closed are no damage. */
export const tailRepaired = "tail_repaired";

const potterTypes: readonly RecordType[] = [
  "project-started",
  "round-started",
  "round-configured",
  "project-succeeded",
  "round-finished",
];

const types = new Map<string, RecordType>(Object.entries(typeNames).map(([type, name]) => [name, type as RecordType]));

/** Undefined: the program does not write such records. */
export function typeNamed(name: string, origin: ProjectOrigin): RecordType | undefined {
  const type = types.get(origin === "codexpotter" ? name.replace(/^session_/, "project_") : name);
  return type !== undefined && isKnown(type, origin) ? type : undefined;
}

export function isKnown(type: RecordType, origin: ProjectOrigin): boolean {
  return origin === "reprise" || potterTypes.includes(type);
}
