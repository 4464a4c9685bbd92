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
};

export function loadCommand(name: CommandName): Promise<Command> {
  return loaders[name]();
}
