import { everySession } from "@reprise/model";
import type { AppMode } from "../app/app-mode.ts";
import type { CommandName } from "../arguments/commands.ts";
import type { ExitCode } from "../exit.ts";
import type { Command, Job } from "./command.ts";
import { run as list } from "./list.ts";
import { run as search } from "./search.ts";

/** `list` and `search` are bundled; the others load together on first use. */
const loaders: Readonly<Record<CommandName, () => Promise<Command>>> = {
  list: async () => list,
  show: async () => (await import("../lazy-commands.ts")).show,
  search: async () => search,
  export: async () => (await import("../lazy-commands.ts")).exportSession,
  bundle: async () => (await import("./bundle.ts")).run,
  unbundle: async () => (await import("./unbundle.ts")).run,
  demo: async () => (await import("../lazy-commands.ts")).demo,
  doctor: async () => (await import("../lazy-commands.ts")).doctor,
  usage: async () => (await import("../lazy-commands.ts")).usage,
  reindex: async () => (await import("../lazy-commands.ts")).reindex,
  schema: async () => (await import("./schema.ts")).run,
  chat: async () => (await import("./chat.ts")).run,
  serve: async () => (await import("./serve.ts")).run,
  open: async () => (await import("./open.ts")).run,
  "open-in-agent": async () => (await import("../lazy-commands.ts")).openInAgent,
  completion: async () => (await import("./completion.ts")).run,
  mcp: async () => (await import("./mcp.ts")).run,
  run: async () => (await import("../lazy-commands.ts")).runAgent,
  resume: async () => (await import("../lazy-commands.ts")).resume,
  status: async () => (await import("../lazy-commands.ts")).status,
  cancel: async () => (await import("../lazy-commands.ts")).cancel,
  name: async () => (await import("../lazy-commands.ts")).name,
  tag: async () => (await import("../lazy-commands.ts")).tag,
  hide: async () => (await import("../lazy-commands.ts")).hide,
  archive: async () => (await import("../lazy-commands.ts")).archive,
  dismiss: async () => (await import("../lazy-commands.ts")).dismiss,
  replay: async () => (await import("../lazy-commands.ts")).replay,
  handoff: async () => (await import("../lazy-commands.ts")).handoff,
  fork: async () => (await import("../lazy-commands.ts")).fork,
  repair: async () => (await import("../lazy-commands.ts")).repair,
  acp: async () => (await import("../lazy-commands.ts")).acp,
  "project start": async () => (await import("./project/start.ts")).run,
  "project resume": async () => (await import("./project/resume.ts")).run,
  "project list": async () => (await import("./project/list.ts")).run,
  "project show": async () => (await import("./project/show.ts")).run,
  "migrate-chats": async () => (await import("./migrate-chats.ts")).run,
  "token create": async () => (await import("./token/create.ts")).run,
  "token list": async () => (await import("./token/list.ts")).run,
  "token revoke": async () => (await import("./token/revoke.ts")).run,
  "token quota": async () => (await import("./token/quota.ts")).run,
  "token audit": async () => (await import("./token/audit.ts")).run,
  review: async () => (await import("./review.ts")).run,
  approvals: async () => (await import("../lazy-commands.ts")).approvals,
};

export function loadCommand(name: CommandName): Promise<Command> {
  return loaders[name]();
}

/** `reprise` without a command. The screens load separately; acting code loads when first used. */
const faces: Readonly<Record<AppMode, () => Promise<Command>>> = {
  app: async () => (await import("../app/commands.ts")).app,
  plain: async () => (await import("../app/plain.ts")).plain,
  resume: () => loadCommand("resume"),
  list: async () => (job) => (job.machine.env.REPRISE_DEMO_IF_EMPTY ? listOrDemo(job) : list(job)),
};

export function loadApp(mode: AppMode): Promise<Command> {
  return faces[mode]();
}

async function listOrDemo(job: Job): Promise<ExitCode> {
  const isEmpty = (await (await job.library()).list({ ...everySession, limit: 1 })).total === 0;
  return isEmpty && !job.values.json ? (await import("../lazy-commands.ts")).demo(job) : list(job);
}
