import type { RestoreEvent } from "@reprise/model";
import {
  checkingWords,
  driftHead,
  driftRow,
  newRunView,
  refusalWords,
  restoredWords,
  safeBody,
  safeLine,
  viewAfter,
} from "@reprise/model";
import { itemFields, json } from "@reprise/model/json";
import type { Job } from "../../commands/command.ts";
import type { Machine } from "../../machine.ts";
import { toned } from "../../print/plan/plan-text.ts";
import { RestoreProgress } from "../../print/run/restore-progress.ts";
import { RunText } from "../../print/run/run-text.ts";
import { WorkingLine } from "../../print/run/working-line.ts";

export interface RunPrinter {
  show(event: RestoreEvent): Promise<void>;
  /** Makes room for a question or a final message. */
  settle(): Promise<void>;
  /** As `settle`, permanently. */
  end(): Promise<void>;
}

/** Set by the demo for a run whose output it shows live. */
export const demoShowsLive = "REPRISE_DEMO_SHOWS_LIVE";

/** Longer output is folded on a terminal. */
const FOLD_LINES = 12;

export function runPrinter(job: Job): RunPrinter {
  return job.values.json ? jsonFace(job) : textFace(job);
}

function jsonFace({ stdout }: Job): RunPrinter {
  return {
    show: (event) => {
      const whole = event.type === "item" ? { ...event, item: itemFields(event.item) } : event;
      return stdout.write(`${json("event", whole)}\n`);
    },
    settle: async () => {},
    end: async () => {},
  };
}

function textFace({ stdout, stderr, paint, width, machine }: Job): RunPrinter {
  // The demo shows the run on a terminal but reads it from a pipe.
  const isShownLive = width !== null || machine.env[demoShowsLive] === "1";
  const foldLines = isShownLive ? FOLD_LINES : null;
  const text = new RunText({ paint, width, foldLines, moreHint: "reprise show ID --full" });
  const progress = new RestoreProgress({ isTerminal: machine.isTerminal.stderr });
  const working = machine.isTerminal.stderr && machine.env.TERM !== "dumb" ? lineOn(machine, stderr) : null;
  const print = async (words: string) => {
    if (words === "") return;
    // Session text that goes elsewhere does not end a line of the terminal.
    await working?.makeRoom(machine.isTerminal.stdout ? words : "");
    await stdout.write(words);
  };
  let view = newRunView(machine.agents[0].agent);
  let isChecking = false;
  const check = (words: string) => {
    const shown = `${isChecking ? "" : `${checkingWords} `}${words}\n`;
    isChecking = false;
    return stderr.write(shown);
  };
  /** Some modes need no agent, so there was nothing to check. */
  const unchecked = (words: string) => {
    const shown = isChecking ? words : "";
    isChecking = false;
    return shown;
  };
  const settle = async () => {
    await working?.makeRoom("");
    await put(stderr, unchecked("\n") + progress.end());
    await print(text.settle());
  };
  return {
    async show(event) {
      const before = view;
      view = viewAfter(view, event);
      // A replay has its own progress line.
      if (view.phase === "restoring") working?.end();
      else working?.see(view);
      switch (event.type) {
        case "checking":
          isChecking = true;
          return stderr.write(`${checkingWords} `);
        case "checked":
          return check("Done");
        case "drift-found":
          await check(`${driftHead}:`);
          return stderr.write(
            event.drift
              .map(driftRow)
              .map(({ tone, text }) => `  ${toned(paint)(tone, text)}\n`)
              .join(""),
          );
        case "refused":
          return check(`Fail: ${safeLine(refusalWords(event.plan))}`);
        case "busy":
          return check("Fail: busy");
        case "restoring":
          await working?.makeRoom("");
          return put(stderr, unchecked("not needed\n") + progress.next(event));
        case "restored":
          await working?.makeRoom("");
          return stderr.write(`${unchecked("not needed\n") + progress.end()}${restoredWords(event)}\n`);
        case "brief":
          return stdout.write(`${safeBody(event.text)}\n`);
        default:
          return print(text.next(event, before));
      }
    },
    settle,
    async end() {
      working?.end();
      await settle();
    },
  };
}

function lineOn(machine: Machine, stderr: Job["stderr"]): WorkingLine {
  return new WorkingLine({
    write: (text) => stderr.write(text),
    now: () => machine.now().getTime(),
    every: (ms, listener) => machine.every(ms, listener),
    columns: () => machine.columns,
  });
}

/** Does not open a stream for empty text. */
async function put(out: Job["stdout"], text: string): Promise<void> {
  if (text !== "") await out.write(text);
}
