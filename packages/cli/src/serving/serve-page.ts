import { randomBytes } from "node:crypto";
import { isConfinedPeer, nodeHost } from "@reprise/core";
import { withPlaybacks } from "@reprise/core/projects";
import { keysOn, knownBrowsersOn, openTelemetry, optionsInEffect, optionsOn } from "@reprise/core/workbench";
import type { About } from "@reprise/model";
import { json } from "@reprise/model/json";
import { createServer, linkTo } from "@reprise/web/server";
import type { Job } from "../commands/command.ts";
import type { ExitCode } from "../exit.ts";
import { openWorkbenchesOn } from "../open-workbenches.ts";
import { errorText } from "../print/error-text.ts";
import { openBrowser } from "./browser.ts";
import type { Interrupts } from "./interrupts.ts";
import { listenOn } from "./listen-on.ts";
import { pageFolder } from "./page-folder.ts";
import { closeChats, untilStopped } from "./until-stopped.ts";

const GRACE_SECONDS = 30;
/** For all pages of one person, which ask as they are scrolled. */
const limits = { requestsPerSecond: 500, burstCount: 2000 };

interface Serving {
  readonly port: number | null;
  readonly about: () => About;
  readonly signals: Interrupts;
  /** Printed with the link. */
  readonly note: string;
  /** The environment that the browser is started in. */
  readonly browserEnv: Job["machine"]["env"];
  /** Returns what takes it back. */
  readonly onListening?: (server: { readonly url: string; readonly token: string }) => Promise<() => void>;
}

/** What a page needs of a machine. The demo has to give each of it: none may be the person's own. */
export type PageJob = Pick<Job, "values" | "stdout" | "stderr" | "libraryOptions"> &
  Pick<Job, "library" | "runner" | "projects" | "reviews" | "annotations"> & {
    readonly machine: Pick<Job["machine"], "env" | "cwd" | "version" | "agents" | "openChats">;
  };

/** Serves the page until it is stopped. */
export async function servePage(job: PageJob, serving: Serving): Promise<ExitCode> {
  const { port, about, signals, note, browserEnv, onListening } = serving;
  const { machine, values } = job;
  const token = randomBytes(32).toString("base64url");
  const given = { token, version: machine.version, pageFolder: pageFolder(), about };
  const onUnexpected = (error: unknown) =>
    void job.stderr.write(errorText(error, { asJson: values.json })).catch(() => {});
  const chats = await machine.openChats(job.libraryOptions);
  const [library, runner] = [await job.library(), await job.runner()];
  const [projects, reviews] = [await job.projects(), await job.reviews()];
  const host = nodeHost(machine.env);
  const saved = optionsOn(host);
  const telemetry = await openTelemetry(saved, machine.version);
  const options = optionsInEffect(saved, { telemetry, keys: keysOn(host) });
  const workbenches = await openWorkbenchesOn(job, { library, runner, telemetry, onProblem: onUnexpected });
  try {
    const browsers = knownBrowsersOn(host);
    const open = {
      chats,
      library: withPlaybacks(library, host),
      runner,
      projects,
      reviews,
      annotations: await job.annotations(),
      workbenches,
      options,
      telemetry,
      browsers,
      isConfined: isConfinedPeer,
    };
    const server = createServer({ limits, ...given, ...open, onUnexpected });
    // Pages that are still open look for the server where it was.
    const listening = await listenOn(server, port, browsers.ports());
    const remove = await onListening?.({ url: listening.url, token });
    try {
      await announce(job, { url: linkTo(listening.url, server.newKey(machine.cwd)), note, browserEnv });
      // While the browser starts. What cannot be read is shown when it is asked for.
      void workbenches.readAhead(machine.cwd).catch(() => undefined);
      return await untilStopped(job, { server, listening, signals, graceSeconds: GRACE_SECONDS });
    } finally {
      remove?.();
    }
  } finally {
    await Promise.all([closeChats(chats), workbenches.close()]);
    await telemetry.close();
  }
}

interface Announced extends Pick<Serving, "note" | "browserEnv"> {
  readonly url: string;
}

/** The key in the link is shown here and nowhere else. */
export async function announce(
  { values, stdout }: Pick<Job, "values" | "stdout">,
  { url, note, browserEnv }: Announced,
): Promise<void> {
  if (values.json) await stdout.write(`${json("open", { type: "listening", url })}\n`);
  const isOpened = !values["no-browser"] && openBrowser(url, browserEnv);
  if (values.json) return;
  const lead = isOpened
    ? "Opening in your browser. If nothing happens, open this link:"
    : "Open this link in a browser:";
  const about = "It works once, within 5 minutes. For another one, run `reprise open` again.";
  await stdout.write([lead, `  ${url}`, about, note, ""].join("\n"));
}
