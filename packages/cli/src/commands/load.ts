import type { CommandName } from "../arguments/commands.ts";
import type { Command } from "./command.ts";
import { run as list } from "./list.ts";

/** `list` is here already; the others come together, when one of them is wanted. */
const loaders: Readonly<Record<CommandName, () => Promise<Command>>> = {
  list: async () => list,
  show: async () => (await import("../rest.ts")).show,
  search: async () => (await import("../rest.ts")).search,
  export: async () => (await import("../rest.ts")).exportSession,
  doctor: async () => (await import("../rest.ts")).doctor,
  reindex: async () => (await import("../rest.ts")).reindex,
  run: async () => (await import("../rest.ts")).runAgent,
  resume: async () => (await import("../rest.ts")).resume,
  status: async () => (await import("../rest.ts")).status,
  cancel: async () => (await import("../rest.ts")).cancel,
  replay: async () => (await import("../rest.ts")).replay,
  handoff: async () => (await import("../rest.ts")).handoff,
  fork: async () => (await import("../rest.ts")).fork,
  repair: async () => (await import("../rest.ts")).repair,
  approvals: async () => (await import("../rest.ts")).approvals,
};

export function loadCommand(name: CommandName): Promise<Command> {
  return loaders[name]();
}
