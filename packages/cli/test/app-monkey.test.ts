import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endPtys, sampleOf, startPty } from "@reprise/testkit";
import { afterEach, expect, test } from "vitest";
import { escalated, lived, restoreChosen } from "./app-stage.ts";
import { DemoStage, reprise } from "./demo-stage.ts";
import { LiveStage, said } from "./live-stage.ts";
import { walk } from "./monkey/monkey.ts";
import { randomBy } from "./monkey/random.ts";

const seeds = Array.from({ length: 12 }, (_, index) => index + 1);
const isWhole = process.env.REPRISE_WHOLE === "1";
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await endPtys();
  for (const close of closing.splice(0)) await close();
});

/** Ctrl-R is one too: it sends again; and so is a click, on the footer's Enter. */
const isEnter = (key: string) => key === "\r" || key === "\x12" || key.startsWith("\x1b[<0;");

/** The agent's own interface, also by a word where no word is typed. */
const opensAgent = (key: string) => key.includes("o") && !key.startsWith("\x1b");

/** Screens on which Enter says nothing to anybody. */
const isNoConversation = /All sessions|This project|turn \d+ of|^Mode {5}|Help · |Interrupted and running/m;

/** An editor that a random key cannot get lost in. */
function editorIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "vi"), '#!/bin/sh\necho edited >>"$1"\n', { mode: 0o755 });
  return folder;
}

test.each(sampleOf(seeds, 1))(
  "random keys %i in the demo: nothing breaks, hangs or is left behind",
  async (seed) => {
    const stage = await DemoStage.open("app-monkey");
    closing.push(() => stage.close());
    const path = [editorIn(join(stage.scratch.root, "bin")), stage.env.PATH].join(delimiter);
    const env = { ...stage.env, PATH: path };
    const place = { cwd: stage.scratch.root, env, columns: 100, rows: 30 };
    const open = () => startPty({ command: reprise, args: ["demo"], ...place });
    expect(await walk({ seed, keyCount: isWhole ? 3000 : 150, open })).toEqual([]);
    await stage.expectNothingLeft();
  },
  600_000,
);

// Starting the real one again and again takes too long for a sample.
test.each(isWhole ? seeds : [])(
  "random keys %i on sessions of the real Codex: no model is asked unless words were sent",
  async (seed) => {
    const stage = await LiveStage.open("app-monkey-live");
    closing.push(() => stage.close());
    const folder = stage.folder("shop");
    await lived(stage, folder, "Mend the cart.", "It is mended.");
    await lived(stage, folder, "Write the changelog.", "It is written.");
    const before = stage.asked().length;
    const env = { EDITOR: join(editorIn(stage.folder("editor")), "vi") };
    const open = () => stage.openApp(folder, { env });
    const isForbidden = (key: string, screen: string) =>
      opensAgent(key) || (isEnter(key) && (!isNoConversation.test(screen) || /paid (model )?call/.test(screen)));
    expect(await walk({ seed, keyCount: 600, open, isForbidden })).toEqual([]);
    const asked = stage.asked().slice(before);
    expect(asked.map((request) => said(request).at(-1))).toEqual([]);
  },
  600_000,
);

test.each(sampleOf(seeds, 1))(
  "whoever goes on typing %i while approvals come has allowed none of them",
  async (seed) => {
    const stage = await LiveStage.open("app-monkey-typing");
    closing.push(() => stage.close());
    const folder = stage.folder("shop");
    await lived(stage, folder, "Mend the cart.", "It is mended.");
    const written = join(stage.folder("outside"), "written");
    stage.model.push(...Array.from({ length: 30 }, () => [{ delayMs: 150 }, escalated(`echo x >>${written}`)]));
    const pty = stage.openApp(folder);
    await pty.shows("1–1 of 1");
    await restoreChosen(pty);
    pty.type("begin\r");
    const random = randomBy(seed);
    for (let key = 0; key < (isWhole ? 400 : 40); key += 1) {
      pty.type(random.one(["y", "s", "a", "\r", " ", "n", "\x1b[B", "1", "q", "yes\r"]));
      await sleep(random.below(200));
    }
    await pty.shows("asks to run a command");
    expect(existsSync(written)).toBe(false);
  },
  600_000,
);
