/**
 * The command line: one call from its words to its exit code. Started by entry.ts.
 *
 * - which commands and options there are: arguments/commands.ts, arguments/options.ts; how words are read: arguments/parse.ts
 * - what a command does: commands/<command>.ts; what each is given: commands/command.ts; which is loaded: commands/load-command.ts
 * - what starts an agent: acting/run/start-run.ts, acting/resume/resume-session.ts, acting/restore/carry-out.ts; followed: acting/run/follow-run.ts
 * - what is asked first: acting/consent.ts, ask/questions.ts
 * - what is printed: print/, by what it is about; a plan: print/plan/plan-text.ts; errors: print/error-text.ts; exit codes: exit.ts
 * - the machine, and what of core is opened on it: machine.ts, real-machine.ts, open-library.ts, open-runner.ts, open-chats.ts; settings: config.ts
 * - what runs behind and beside a command: index-behind.ts, reading-threads.ts
 * - the terminal app: app/open-app.ts; the server and the page: serving/serve-page.ts; exports: export/export-session.ts
 * - the demo: demo/narrate.ts; completion in shells: completion/complete.ts
 */

import { resolve } from "node:path";
import type { Library, Projects, Reviews, Runner } from "@reprise/model";
import { SavedPrompt } from "./acting/saved-prompt.ts";
import { appMode } from "./app/app-mode.ts";
import { homeSaid, type Values } from "./arguments/options.ts";
import { type Call, parseCall, wantsJson } from "./arguments/parse.ts";
import type { Job } from "./commands/command.ts";
import { loadApp, loadCommand } from "./commands/load-command.ts";
import { type ExitCode, exitCodeOf, exitCodes } from "./exit.ts";
import type { LibraryOptions, Machine } from "./machine.ts";
import { isClosedByReader, type Output, openOutput } from "./output.ts";
import { errorText, warningText } from "./print/error-text.ts";
import { coloured, plain } from "./print/paint.ts";
import { type ProgressLine, progressLine } from "./print/progress-line.ts";
import { healthPrinter } from "./print/run/health-printer.ts";
import { storeIn } from "./serving/store-address.ts";

/** Runs one command line. Never throws; errors are on stderr and in the exit code. */
export async function main(argv: readonly string[], machine: Machine): Promise<ExitCode> {
  const progress = openProgress(machine);
  const stdout = openOutput(() => machine.stdout, {
    onFirstWrite: () => progress.end(),
    writeNow: machine.writeNow,
  });
  const stderr = openOutput(() => machine.stderr);
  let code: ExitCode = exitCodes.done;
  try {
    code = await answer(parseCall(argv, machine.agents), { machine, stdout, stderr, progress });
    await stdout.flush();
    return code;
  } catch (error) {
    progress.end();
    if (isClosedByReader(error)) return code; // the result does not depend on being read
    if (isInterruption(error)) return exitCodes.failed;
    await told(stderr, errorText(error, { asJson: wantsJson(argv) }));
    return exitCodeOf(error);
  }
}

interface Streams {
  readonly machine: Machine;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly progress: ProgressLine;
}

async function answer(call: Call, streams: Streams): Promise<ExitCode> {
  if (call.values.version) {
    await streams.stdout.write(`${streams.machine.version}\n`);
    return exitCodes.done;
  }
  if (call.help !== null) {
    const { helpText } = await import("./lazy-commands.ts");
    await streams.stdout.write(helpText(call.help, streams.machine.agents));
    return exitCodes.done;
  }
  const run = call.isBare ? await loadApp(appMode(call.values, streams.machine)) : await loadCommand(call.command);
  const opened: Opened = { library: null, runner: null, projects: null, reviews: null };
  const job = jobOf(await withSessionsNamed(call, streams.machine), streams, opened);
  try {
    const code = await run(job);
    job.prompt.end();
    return code;
  } catch (error) {
    if (!isInterruption(error)) job.prompt.end();
    throw error;
  } finally {
    streams.progress.end();
    await opened.projects?.close();
    await close(opened.library, call, streams.stderr);
    await close(opened.runner, call, streams.stderr);
  }
}

/** Rows of the last list are looked up only where one is named. */
async function withSessionsNamed(call: Call, machine: Machine): Promise<Call> {
  const { command, operands } = call;
  if (!operands.some((word) => word.startsWith("%"))) return call;
  const { withRowIds } = await import("./last-list.ts");
  return { ...call, operands: withRowIds(command, operands, machine) };
}

interface Opened {
  library: Library | null;
  runner: Runner | null;
  projects: Projects | null;
  reviews: Reviews | null;
}

function jobOf(call: Call, streams: Streams, opened: Opened): Job {
  const { machine, stdout, stderr, progress } = streams;
  const { isTerminal, env } = machine;
  const hasColour = isTerminal.stdout && !call.values["no-color"] && !env.NO_COLOR && env.TERM !== "dumb";
  const homes = homesOf(call.values, machine.cwd);
  const chats = chatsOf(call, machine);
  const libraryOptions: LibraryOptions = {
    ...(homes === null ? {} : { homes }),
    ...(chats === null ? {} : { chats }),
    onProgress: (report) => progress.report(report),
  };
  const library = async () => {
    opened.library ??= await machine.openLibrary(libraryOptions);
    return opened.library;
  };
  const runner = async () => {
    progress.end(); // it would get between the lines of a run
    opened.runner ??= await machine.openRunner({
      library: await library(),
      homes: libraryOptions.homes,
      onHealth: healthPrinter((text) => void told(stderr, text), { asJson: call.values.json }),
    });
    return opened.runner;
  };
  return {
    // Chats work in folders of their own.
    values: chats === null || call.values.cwd !== null ? call.values : { ...call.values, all: true },
    operands: call.operands,
    machine,
    stdout,
    stderr,
    libraryOptions,
    paint: hasColour ? coloured : plain,
    width: isTerminal.stdout ? Math.max(20, machine.columns) : null,
    library,
    annotations: async () => machine.openAnnotations(await library()),
    runner,
    projects: async () => {
      opened.projects ??= await machine.openProjects({
        library: await library(),
        runner: await runner(),
        homes: libraryOptions.homes,
      });
      return opened.projects;
    },
    reviews: async () => {
      opened.reviews ??= await machine.openReviews({ library: await library(), runner: await runner() });
      return opened.reviews;
    },
    prompt: new SavedPrompt(
      () => machine.openPrompts(),
      (detail) => {
        const warning = { kind: "not-saved", path: "prompt", detail } as const;
        void told(stderr, warningText(warning, { asJson: call.values.json }));
      },
    ),
  };
}

/** Chats are read where they are asked for; a server has them beside the sessions of this machine. */
function chatsOf({ command, values }: Call, machine: Machine): LibraryOptions["chats"] | null {
  const isServed = command === "serve" && Boolean(machine.env.REPRISE_STORE);
  if (!values["of-chats"] && values.store === null && !isServed) return null;
  const { objects, tenant } = values;
  const isWithSessions = command === "serve" || command === "open";
  return { store: storeIn({ values, machine }), objects, tenant, cwd: machine.cwd, isWithSessions };
}

function homesOf(values: Values, cwd: string): LibraryOptions["homes"] | null {
  const said = values["agent-home"].map(homeSaid);
  if (said.length === 0) return null;
  const byAgent = Object.groupBy(said, ({ agent }) => agent);
  return Object.fromEntries(
    Object.entries(byAgent).map(([agent, own = []]) => [agent, own.map(({ path }) => resolve(cwd, path))]),
  );
}

function openProgress(machine: Machine): ProgressLine {
  return progressLine({
    write: (text) => void machine.stderr.write(text),
    isTerminal: () => machine.isTerminal.stderr,
    columns: () => machine.columns,
    ticks: () => machine.now().getTime(),
  });
}

async function close(opened: Library | Runner | null, call: Call, stderr: Output): Promise<void> {
  if (opened === null) return;
  for (const warning of await opened.warnings()) await told(stderr, warningText(warning, { asJson: call.values.json }));
  opened.close();
}

/** An unread stderr does not change the command's result. */
async function told(stderr: Output, text: string): Promise<void> {
  await stderr.write(text).catch(() => {});
}

/** The person knows they interrupted; the signal itself informs everyone else. */
function isInterruption(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
