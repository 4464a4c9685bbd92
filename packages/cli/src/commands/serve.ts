import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isConfinedPeer } from "@reprise/core";
import { json } from "@reprise/model/json";
import { createServer, type Listening, originOf } from "@reprise/web/server";
import { badUse } from "../arguments/bad-use.ts";
import type { FleetChoice } from "../machine.ts";
import { errorText } from "../print/error-text.ts";
import { isLoopback, portFrom } from "../serving/address.ts";
import { interruptsOf } from "../serving/interrupts.ts";
import { notListening } from "../serving/not-listening.ts";
import { storeIn, storeOf } from "../serving/store-address.ts";
import { type Token, tokenFrom } from "../serving/token.ts";
import { closeChats, untilStopped } from "../serving/until-stopped.ts";
import type { Command, Job } from "./command.ts";

const GRACE_SECONDS = 30;
/** The engine of shared chats takes no shorter one. */
const LEAST_LEASE_SECONDS = 10;

export const run: Command = async (job) => {
  const { values, machine } = job;
  const host = values.host ?? "127.0.0.1";
  const port = portFrom(values.port);
  const origins = values["allow-origin"].map(checkedOrigin);
  const page = values.page === null ? undefined : pageIn(resolve(machine.cwd, values.page));
  const file = values["token-file"];
  const token = tokenFrom(file === null ? null : resolve(machine.cwd, file), machine.env);
  const tellError = (error: unknown) => void tell(job, errorText(error, { asJson: values.json }));
  const chats = await machine.openChats({ ...job.libraryOptions, fleet: fleetOf(job, tellError) });
  const signals = interruptsOf(machine);
  try {
    const server = createServer({
      chats,
      library: await job.library(),
      token: token.text,
      version: machine.version,
      page,
      hosts: [host],
      isPublic: !isLoopback(host),
      allowedOrigins: origins,
      // A browser's connections come from a confined process of its own.
      isConfined: page === undefined && origins.length === 0 ? isConfinedPeer : undefined,
      onUnexpected: tellError,
    });
    const listening = await server.serve({ host, port }).catch((error) => {
      throw notListening(error, host, port);
    });
    await announce(job, listening, token, host);
    return await untilStopped(job, { server, listening, signals, graceSeconds: graceOf(job) });
  } finally {
    signals.release();
    await closeChats(chats);
  }
};

async function announce(job: Job, { url }: Listening, { text, isNew, warning }: Token, host: string) {
  const { values, stdout } = job;
  if (!isLoopback(host))
    await tell(
      job,
      `reprise: warning: everyone who can reach ${host} and has the token can run agents as you. The connection is not encrypted: put a proxy with TLS in front of it.\n`,
    );
  if (warning !== null) await tell(job, `reprise: warning: ${warning}\n`);
  if (values.json) {
    await stdout.write(`${json("serve", { type: "listening", url, token: isNew ? text : null })}\n`);
    return;
  }
  const page = isNew ? `${url}/#token=${text}` : `${url}/`;
  await stdout.write(
    [
      `Listening on ${url}`,
      ...(isNew ? [`Token: ${text}`] : []),
      ...(values.page === null ? [] : [`Page: ${page}`]),
      `Ctrl-C stops the server; running turns may finish within ${graceOf(job)} seconds.`,
      "",
    ].join("\n"),
  );
}

function fleetOf({ values, machine }: Job, onProblem: (error: unknown) => void): FleetChoice | undefined {
  const { objects, lease } = values;
  const isNone = storeIn({ values, machine }) === null && objects === null && lease === null;
  if (isNone) return undefined;
  const store = storeOf({ values, machine });
  if (lease !== null && lease < LEAST_LEASE_SECONDS)
    throw badUse(`--lease needs at least ${LEAST_LEASE_SECONDS} seconds.`);
  return { store, objects: objects ?? undefined, leaseSeconds: lease ?? undefined, cwd: machine.cwd, onProblem };
}

function graceOf({ values }: Job): number {
  return values.grace ?? GRACE_SECONDS;
}

function checkedOrigin(text: string): string {
  try {
    return originOf(text);
  } catch {
    throw badUse(`--allow-origin needs an origin such as https://app.example, or null, not "${text}".`);
  }
}

function pageIn(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw badUse(`The page ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function tell({ stderr }: Job, text: string): Promise<void> {
  return stderr.write(text).catch(() => {});
}
