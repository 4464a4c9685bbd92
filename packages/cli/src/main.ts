import { resolve } from "node:path";
import type { Library, Runner } from "@reprise/model";
import { SavedPrompt } from "./acting/saved-prompt.ts";
import { faceOf } from "./app/which-face.ts";
import { homeSaid, type Values } from "./arguments/options.ts";
import { type Call, parseCall, wantsJson } from "./arguments/parse.ts";
import type { Job } from "./commands/command.ts";
import { loadCommand, loadFace } from "./commands/load.ts";
import { type ExitCode, exitCodeOf, exitCodes } from "./exit.ts";
import { isClosedByReader, type Output, openOutput } from "./output.ts";
import { healthTeller } from "./print/health.ts";
import { coloured, plain } from "./print/paint.ts";
import { errorText, warningText } from "./print/problem.ts";
import { type ProgressLine, progressLine } from "./print/progress-line.ts";
import type { LibraryOptions, Surroundings } from "./surroundings.ts";

/** Runs one command line. Never throws; what went wrong is on stderr and in the exit code. */
export async function main(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const progress = openProgress(surroundings);
  const stdout = openOutput(() => surroundings.stdout, {
    onFirstWrite: () => progress.end(),
    writeNow: surroundings.writeNow,
  });
  const stderr = openOutput(() => surroundings.stderr);
  let code: ExitCode = exitCodes.done;
  try {
    code = await answer(parseCall(argv, surroundings.agents), { surroundings, stdout, stderr, progress });
    await stdout.flush();
    return code;
  } catch (error) {
    progress.end();
    if (isClosedByReader(error)) return code; // what was done does not depend on its being read
    if (isInterruption(error)) return exitCodes.failed;
    await told(stderr, errorText(error, { asJson: wantsJson(argv) }));
    return exitCodeOf(error);
  }
}

interface Streams {
  readonly surroundings: Surroundings;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly progress: ProgressLine;
}

async function answer(call: Call, streams: Streams): Promise<ExitCode> {
  if (call.values.version) {
    await streams.stdout.write(`${streams.surroundings.version}\n`);
    return exitCodes.done;
  }
  if (call.help !== null) {
    const { helpText } = await import("./rest.ts");
    await streams.stdout.write(helpText(call.help, streams.surroundings.agents));
    return exitCodes.done;
  }
  const run = call.isBare
    ? await loadFace(faceOf(call.values, streams.surroundings))
    : await loadCommand(call.command);
  const opened: Opened = { library: null, runner: null };
  const job = jobOf(call, streams, opened);
  try {
    const code = await run(job);
    job.prompt.end();
    return code;
  } catch (error) {
    if (!isInterruption(error)) job.prompt.end();
    throw error;
  } finally {
    streams.progress.end();
    await close(opened.library, call, streams.stderr);
    await close(opened.runner, call, streams.stderr);
  }
}

interface Opened {
  library: Library | null;
  runner: Runner | null;
}

function jobOf(call: Call, streams: Streams, opened: Opened): Job {
  const { surroundings, stdout, stderr, progress } = streams;
  const { isTerminal, env } = surroundings;
  const hasColour = isTerminal.stdout && !call.values["no-color"] && !env.NO_COLOR && env.TERM !== "dumb";
  const homes = homesOf(call.values, surroundings.cwd);
  const libraryOptions: LibraryOptions = {
    ...(homes === null ? {} : { homes }),
    onProgress: (report) => progress.report(report),
  };
  const library = async () => {
    opened.library ??= await surroundings.openLibrary(libraryOptions);
    return opened.library;
  };
  return {
    values: call.values,
    operands: call.operands,
    ...{ surroundings, stdout, stderr, libraryOptions },
    paint: hasColour ? coloured : plain,
    width: isTerminal.stdout ? Math.max(20, surroundings.columns) : null,
    library,
    runner: async () => {
      opened.runner ??= await surroundings.openRunner({
        library: await library(),
        homes: libraryOptions.homes,
        onHealth: healthTeller((text) => void told(stderr, text), { asJson: call.values.json }),
      });
      return opened.runner;
    },
    prompt: new SavedPrompt(
      () => surroundings.openPrompts(),
      (detail) => {
        const warning = { kind: "not-saved", path: "prompt", detail } as const;
        void told(stderr, warningText(warning, { asJson: call.values.json }));
      },
    ),
  };
}

function homesOf(values: Values, cwd: string): LibraryOptions["homes"] | null {
  const said = values["agent-home"].map(homeSaid);
  if (said.length === 0) return null;
  const byAgent = Object.groupBy(said, ({ agent }) => agent);
  return Object.fromEntries(
    Object.entries(byAgent).map(([agent, own = []]) => [agent, own.map(({ path }) => resolve(cwd, path))]),
  );
}

function openProgress(surroundings: Surroundings): ProgressLine {
  return progressLine({
    write: (text) => void surroundings.stderr.write(text),
    isTerminal: () => surroundings.isTerminal.stderr,
    columns: () => surroundings.columns,
    ticks: () => surroundings.now().getTime(),
  });
}

async function close(opened: Library | Runner | null, call: Call, stderr: Output): Promise<void> {
  if (opened === null) return;
  for (const warning of opened.warnings())
    await told(stderr, warningText(warning, { asJson: call.values.json }));
  opened.close();
}

/** A stderr that nobody reads does not change what the command achieved. */
async function told(stderr: Output, text: string): Promise<void> {
  await stderr.write(text).catch(() => {});
}

/** The person knows that they interrupted; the signal itself tells everybody else. */
function isInterruption(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
