import { randomBytes } from "node:crypto";
import { agentTraits, nodeHost } from "@reprise/core";
import {
  knownBrowsersOn,
  openTelemetry,
  optionsOn,
  type PageServer,
  type PageServers,
  pageServersOn,
  withExport,
} from "@reprise/core/workbench";
import type { About } from "@reprise/model";
import { json } from "@reprise/model/json";
import { createServer, linkTo } from "@reprise/web/server";
import { type ExitCode, exitCodes } from "../exit.ts";
import type { Machine } from "../machine.ts";
import { openWorkbenchesOn } from "../open-workbenches.ts";
import { errorText } from "../print/error-text.ts";
import { portFrom } from "../serving/address.ts";
import { openBrowser } from "../serving/browser.ts";
import { interruptsOf } from "../serving/interrupts.ts";
import { listenOn } from "../serving/listen-on.ts";
import { pageFolder } from "../serving/page-folder.ts";
import { linkFrom } from "../serving/running-server.ts";
import { startLock } from "../serving/start-lock.ts";
import { closeChats, untilStopped } from "../serving/until-stopped.ts";
import type { Command, Job } from "./command.ts";

const GRACE_SECONDS = 30;
/** For all pages of one person, which ask as they are scrolled. */
const limits = { requestsPerSecond: 500, burstCount: 2000 };

/** Finds a server that runs, or is one until it is stopped. */
export const run: Command = async (job) => {
  const { machine, values } = job;
  const port = values.port === null ? null : portFrom(values.port);
  const servers = pageServersOn(nodeHost(machine.env));
  const homes = (await machine.homes(job.libraryOptions)).map(({ agent, path }) => `${agent}=${path}`);
  const unlock = await startLock(servers);
  try {
    const running = servers.running().find((server) => isWanted(server, port, homes));
    const link = running === undefined ? null : await linkFrom(running, machine.cwd);
    if (link === null) return await serve(job, { port, homes, servers, onListening: unlock });
    await announce(job, link, "Served by the `reprise open` that is already running.");
    return exitCodes.done;
  } finally {
    unlock();
  }
};

function isWanted({ url, homes }: PageServer, port: number | null, wanted: readonly string[]): boolean {
  return homes.join("\0") === wanted.join("\0") && (port === null || new URL(url).port === String(port));
}

interface Serving {
  readonly port: number | null;
  readonly homes: readonly string[];
  readonly servers: PageServers;
  readonly onListening: () => void;
}

async function serve(job: Job, { port, homes, servers, onListening }: Serving): Promise<ExitCode> {
  const { machine, values } = job;
  const token = randomBytes(32).toString("base64url");
  const given = { token, version: machine.version, pageFolder: pageFolder(), about: aboutHere(machine) };
  const onUnexpected = (error: unknown) => void tell(job, errorText(error, { asJson: values.json }));
  const chats = await machine.openChats(job.libraryOptions);
  const [library, runner] = [await job.library(), await job.runner()];
  const saved = optionsOn(nodeHost(machine.env));
  const telemetry = await openTelemetry(saved, machine.version);
  const options = withExport(saved, telemetry);
  const workbenches = await openWorkbenchesOn(job, { library, runner, telemetry, onProblem: onUnexpected });
  const signals = interruptsOf(machine);
  try {
    const browsers = knownBrowsersOn(nodeHost(machine.env));
    const open = { chats, library, runner, workbenches, options, telemetry, browsers };
    const server = createServer({
      ...{ limits, ...given, ...open, onUnexpected },
    });
    // Pages that are still open look for the server where it was.
    const listening = await listenOn(server, port, browsers.ports());
    const remove = await record(job, servers, { url: listening.url, token, homes });
    onListening();
    try {
      await announce(job, linkTo(listening.url, server.newKey(machine.cwd)), "Ctrl-C stops the server.");
      return await untilStopped(job, { server, listening, signals, graceSeconds: GRACE_SECONDS });
    } finally {
      remove();
    }
  } finally {
    signals.release();
    await Promise.all([closeChats(chats), workbenches.close()]);
    await telemetry.close();
  }
}

function aboutHere({ version, agents, env }: Machine): About {
  return { version, agents: agents.map(agentTraits), homeFolder: nodeHost(env).homeFolder, isDemo: false };
}

/** For the next `reprise open`. Returns what takes it back. */
async function record(job: Job, servers: PageServers, server: PageServer): Promise<() => void> {
  try {
    servers.save(server);
    return () => servers.remove(server);
  } catch (error) {
    const { message } = error as Error;
    await tell(job, `reprise: warning: the next \`reprise open\` cannot find this server: ${message}\n`);
    return () => undefined;
  }
}

/** The key in the link is shown here and nowhere else. */
async function announce(job: Job, url: string, note: string): Promise<void> {
  const { values, stdout, machine } = job;
  if (values.json) await stdout.write(`${json("open", { type: "listening", url })}\n`);
  const isOpened = !values["no-browser"] && openBrowser(url, machine.env);
  if (values.json) return;
  const lead = isOpened
    ? "Opening in your browser. If nothing happens, open this link:"
    : "Open this link in a browser:";
  const about = "It works once, within 5 minutes. For another one, run `reprise open` again.";
  await stdout.write([lead, `  ${url}`, about, note, ""].join("\n"));
}

function tell({ stderr }: Job, text: string): Promise<void> {
  return stderr.write(text).catch(() => {});
}
