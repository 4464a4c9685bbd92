import { createHash } from "node:crypto";
import { nodeHost } from "@reprise/core";
import { agentsHere } from "@reprise/core/app";
import { type PageServer, type PageServers, pageServersOn } from "@reprise/core/workbench";
import type { About } from "@reprise/model";
import { type ExitCode, exitCodes } from "../exit.ts";
import type { Machine } from "../machine.ts";
import { portFrom } from "../serving/address.ts";
import { interruptsOf } from "../serving/interrupts.ts";
import { linkFrom } from "../serving/running-server.ts";
import { announce, servePage } from "../serving/serve-page.ts";
import { startLock } from "../serving/start-lock.ts";
import type { Command, Job } from "./command.ts";

/** Finds a server that runs, or is one until it is stopped. */
export const run: Command = async (job) => {
  const { machine, values } = job;
  const port = values.port === null ? null : portFrom(values.port);
  const servers = pageServersOn(nodeHost(machine.env));
  const homes = [
    ...(await machine.homes(job.libraryOptions)).map(({ agent, path }) => `${agent}=${path}`),
    ...chatsIn(job.libraryOptions),
  ];
  const unlock = await startLock(servers);
  try {
    const running = servers.running().find((server) => isWanted(server, port, homes));
    const link = running === undefined ? null : await linkFrom(running, machine.cwd);
    if (link === null) return await serve(job, { port, homes, servers, unlock });
    const note = "Served by the `reprise open` that is already running.";
    await announce(job, { url: link, note, browserEnv: machine.env });
    return exitCodes.done;
  } finally {
    unlock();
  }
};

interface Serving {
  readonly port: number | null;
  readonly homes: readonly string[];
  readonly servers: PageServers;
  readonly unlock: () => void;
}

async function serve(job: Job, { port, homes, servers, unlock }: Serving): Promise<ExitCode> {
  const { machine } = job;
  const signals = interruptsOf(machine);
  try {
    return await servePage(job, {
      port,
      signals,
      about: () => aboutHere(machine, homes),
      browserEnv: machine.env,
      note: "Ctrl-C stops the server.",
      onListening: async (server) => {
        const remove = await record(job, servers, { ...server, homes });
        unlock();
        return remove;
      },
    });
  } finally {
    signals.release();
  }
}

function isWanted({ url, homes }: PageServer, port: number | null, wanted: readonly string[]): boolean {
  return homes.join("\0") === wanted.join("\0") && (port === null || new URL(url).port === String(port));
}

/** A page with other chats is another page. The address of a database may hold a password. */
function chatsIn({ chats }: Job["libraryOptions"]): string[] {
  if (chats === undefined) return [];
  const { store, objects, tenant } = chats;
  return [
    `chats=${createHash("sha256")
      .update(JSON.stringify([store, objects, tenant]))
      .digest("hex")}`,
  ];
}

function aboutHere({ version, agents, env }: Machine, homes: readonly string[]): About {
  const host = nodeHost(env);
  const server = { pid: process.pid, starter: env.REPRISE_STARTER || null };
  const lookedIn = homes.map((home) => home.slice(home.indexOf("=") + 1));
  return { version, agents: agentsHere(host, agents), homeFolder: host.homeFolder, lookedIn, isDemo: false, server };
}

/** For the next `reprise open`. Returns what takes it back. */
async function record(job: Job, servers: PageServers, server: PageServer): Promise<() => void> {
  try {
    servers.save(server);
    return () => servers.remove(server);
  } catch (error) {
    const { message } = error as Error;
    await job.stderr
      .write(`reprise: warning: the next \`reprise open\` cannot find this server: ${message}\n`)
      .catch(() => {});
    return () => undefined;
  }
}
