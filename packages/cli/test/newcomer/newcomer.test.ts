import { startPty } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lived } from "../app-stage.ts";
import { LiveStage } from "../live-stage.ts";
import { FreshPrefix, packProgram, readme } from "./fresh-prefix.ts";

/** Of this test: from the install line to a session that continues. */
const most = 5 * 60_000;

let stage: LiveStage;
beforeEach(async () => {
  stage = await LiveStage.open("newcomer");
});
afterEach(() => stage.close());

// `npm test` has its parts: the package (scripts/pack.test.ts), the demo (app-demo.test.ts), a kill and the return (app-kill.test.ts).
test.runIf(process.env.REPRISE_WHOLE === "1")(
  "a newcomer installs with one line, follows the demo, finds their own sessions, and continues what was killed with one key",
  async () => {
    const began = performance.now();
    const shell = new Newcomer(stage);
    shell.install();

    const demo = shell.type("reprise demo");
    await demo.shows("1 of 4: this session was cut off. Press R.");
    demo.type("R");
    await demo.shows("2 of 4: the plan: same thread, nothing is sent yet. Press Enter.");
    demo.press("enter");
    await demo.shows("3 of 4: write: make the checks pass. Then y allows what is asked.");
    await demo.shows("ready ·");
    demo.type("make the checks pass\r");
    await demo.ready("Enter  answer");
    demo.type("y");
    await demo.shows("4 of 4: it continued where it was cut off. Press Esc twice.");
    await demo.shows("ready ·");
    demo.press("escape");
    await demo.shows("Esc again goes back.");
    demo.press("escape");
    await demo.shows("Done. Look around, or press q; reprise shows your own sessions.");
    demo.type("q");
    await demo.exited;

    await lived(stage, shell.folder, "remember the number seven", "I remember seven.");
    const own = shell.type("reprise");
    await own.shows("remember the number seven");
    own.type("q");
    await own.exited;

    stage.model.push([{ partial: "I begin with the changelog", chunks: 1 }, { hang: true }]);
    const run = shell.type("reprise run", "write the changelog");
    await run.shows("I begin");
    await stage.kill(await stage.runIn(shell.folder, ({ status }) => status === "running"));
    await run.exited;

    const again = shell.type("reprise");
    await again.shows("R continues “write the changelog");
    again.type("R");
    await again.shows("nothing until you write a message");
    again.press("enter");
    await again.shows("Checking server connection… Done");
    stage.model.push([{ text: "The changelog is written." }]);
    await again.shows("ready ·");
    again.type("go on\r");
    await again.shows("The changelog is written.");
    again.type("/quit\r");
    await again.exited;
    expect(again.raw()).toMatch(/To continue: reprise resume [0-9a-f-]{13,20}\r?\n/);
    expect(performance.now() - began).toBeLessThan(most);
  },
  most * 2,
);

/** Types what the README says. */
class Newcomer {
  readonly folder: string;
  readonly #stage: LiveStage;
  readonly #prefix: FreshPrefix;

  constructor(stage: LiveStage) {
    this.#stage = stage;
    this.folder = stage.folder("work");
    this.#prefix = new FreshPrefix(stage.folder("prefix"), process.execPath);
  }

  install(): void {
    expect(readme).toContain("\nnpm install -g reprise\n");
    this.#prefix.install(packProgram(this.#stage.folder("packed")));
  }

  type(command: string, ...words: string[]) {
    expect(readme).toMatch(new RegExp(`^(?:\\$|\\| \`)? ?${command}\\b`, "m"));
    const [, ...args] = command.split(" ");
    const { REPRISE_CODEX_BIN: _, ...env } = this.#stage.env;
    return startPty({
      command: this.#prefix.program,
      args: [...args, ...words],
      cwd: this.folder,
      env: { ...env, PATH: this.#prefix.path },
      columns: 100,
      rows: 30,
    });
  }
}
