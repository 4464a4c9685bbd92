import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claude, gemini, isWhole, opencode, quickToStart, sampleOf, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { escalated, expectGivenBack, lived, restoreChosen } from "./app-stage.ts";
import { type AppSize, LiveStage, said } from "./live-stage.ts";

let stage: LiveStage;
let folder: string;
beforeEach(async () => {
  stage = await LiveStage.open("app-conversation");
  folder = stage.folder("work");
});
afterEach(() => stage.close());

const [ctrlU, ctrlX] = ["\x15", "\x18"];
const patch = "*** Begin Patch\n*** Add File: notes.md\n+seven\n*** End Patch\n";

/** The conversation of a session that Codex made, ready for words. */
async function conversation({ sandbox = "read-only", ...size }: AppSize & { readonly sandbox?: string } = {}) {
  stage.model.push([{ text: "I remember seven." }]);
  const { code, stderr } = await stage.run(
    folder,
    ...["run", "remember the number seven", "--sandbox", sandbox, "--approval", "never"],
  );
  expect(code, stderr).toBe(0);
  const pty = stage.openApp(folder, size);
  await pty.shows("remember the number");
  await restoreChosen(pty);
  return pty;
}

function lastSaid(): string {
  return said(stage.asked().at(-1) as never).at(-1) ?? "";
}

describe("commands", () => {
  test("are listed while they are written, completed, and a mistyped one names the nearest", async () => {
    const pty = await conversation();
    pty.type("/st");
    await pty.shows("stops the turn");
    pty.press("escape");
    await pty.shows(/^(?![\s\S]*stops the turn)/);
    pty.type(`${ctrlU}/qiut\r`);
    await pty.shows("Did you mean /quit?");
    pty.type(ctrlU);
    pty.type("/sta\t\r");
    await pty.shows(/codex:.* · .*read-only/);
    pty.type("/q\t");
    await pty.shows("› /quit");
    pty.press("enter");
    await expectGivenBack(pty, 0);
    expect(stage.asked()).toHaveLength(1);
  });

  test("/model shows a plan with the other model first, and the next turn uses it", async () => {
    const pty = await conversation();
    pty.type("/model\r");
    await pty.shows("/model NAME continues with another one");
    pty.type("/model ");
    await pty.shows(/gpt-\S+ +offered by codex/);
    pty.type(ctrlU);
    pty.type("/model gpt-5.1-codex-mini\r");
    await pty.shows("nothing until you write a message");
    await pty.shows("gpt-5.1-codex-mini");
    await pty.shows("This run");
    expect(stage.asked()).toHaveLength(1);
    pty.press("escape");
    await pty.shows("ready ·");
    expect(stage.runs().filter(({ status }) => status === "running")).toHaveLength(1);
    stage.model.push([{ text: "Nothing was ended." }]);
    pty.type("still there?\r");
    await pty.shows("Nothing was ended.");
    expect(stage.asked().at(-1)?.body).not.toMatchObject({ model: "gpt-5.1-codex-mini" });
    pty.type("/model gpt-5.1-codex-mini\r");
    await pty.shows("This run");
    await pty.ready(/Enter {2}Resume/);
    pty.press("enter");
    await pty.shows("Checking server connection… Done");
    stage.model.push([{ text: "Still seven." }]);
    pty.type("which number?\r");
    await pty.shows("Still seven.");
    expect(stage.asked().at(-1)?.body).toMatchObject({ model: "gpt-5.1-codex-mini" });
    pty.type("/quit\r");
    await expectGivenBack(pty, 0);
  });

  test("/diff shows what was edited, /export saves the session and never overwrites, /fork shows its plan", async () => {
    const pty = await conversation({ sandbox: "danger-full-access" });
    stage.model.push([{ custom: { name: "apply_patch", input: patch } }], [{ text: "Noted." }]);
    pty.type("note it\r");
    await pty.shows("Noted.");
    pty.type("/diff\r");
    await pty.shows("+seven");
    expect(pty.text()).toContain("notes.md");
    pty.press("escape");
    await pty.shows("ready ·");
    pty.type(ctrlX);
    await pty.shows("+seven");
    pty.type(ctrlX);
    await pty.shows("ready ·");
    pty.type("/export out.md\r");
    await pty.shows("Saved as");
    expect(readFileSync(join(folder, "out.md"), "utf8")).toContain("remember the number seven");
    pty.type("/export out.md\r");
    await pty.shows("already exists");
    pty.type(ctrlU);
    pty.type("/export out.html --force\r");
    await pty.shows("out.html");
    expect(existsSync(join(folder, "out.html"))).toBe(true);
    pty.type("/fork\r");
    await pty.shows("This run");
    pty.press("escape");
    await pty.shows("ready ·");
    expect(await stage.sessions()).toHaveLength(1);
    pty.type("/fork\r");
    await pty.shows("This run");
    await pty.ready(/Enter {2}Fork/);
    pty.press("enter");
    await pty.shows("Forked as");
    stage.model.push([{ text: "In the fork." }]);
    pty.type("and now?\r");
    await pty.shows("In the fork.");
    pty.type("/quit\r");
    await expectGivenBack(pty, 0);
    expect(await stage.sessions()).toHaveLength(2);
  });
});

const sizes = [
  [30, 8],
  [100, 30],
] as const;

test.each(sampleOf(sizes, 1))(
  "at %i × %i a command typed at a question answers nothing, and still works",
  async (columns, rows) => {
    await lived(stage, folder, "remember the number seven", "I remember seven.");
    const pty = stage.openApp(folder);
    await pty.shows("remember the number");
    await restoreChosen(pty);
    stage.model.push([escalated("echo 7 > written.txt")]);
    pty.type("ask me\r");
    await pty.shows("asks to run a command");
    pty.resize(columns, rows);
    await pty.ready(/ y {2}yes, once/); // before the question takes keys they are for the composer
    pty.type("/");
    await pty.shows(/^› \/( |$)/m);
    pty.type("say\r");
    await pty.shows(/! Unknown command/);
    pty.press("escape");
    await pty.shows(/^(?![\s\S]*Unknown command)/);
    expect(stage.asked()).toHaveLength(2);
    expect(existsSync(join(folder, "written.txt"))).toBe(false);
    await pty.ready(/ y {2}yes, once/);
    pty.type("/quit\r");
    await expectGivenBack(pty, 0);
    expect(stage.asked()).toHaveLength(2);
    expect(existsSync(join(folder, "written.txt"))).toBe(false);
  },
);

// As the files with odd names below; in the campaign.
test.runIf(isWhole)("@ completes a file of the workspace, and the model is told its path", async () => {
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src", "bridge.ts"), "export {};\n");
  const pty = await conversation();
  pty.type("look at @bri");
  await pty.shows("› src/bridge.ts");
  stage.model.push([{ text: "I looked." }]);
  pty.type("\t");
  await pty.shows("› look at @src/bridge.ts");
  pty.type("please\r");
  await pty.shows("I looked.");
  expect(lastSaid()).toBe("look at @src/bridge.ts please");
  pty.type("/quit\r");
  await expectGivenBack(pty, 0);
});

test("files with odd names, chosen from the list, reach the model by exactly their names", async () => {
  const names = ['q "b" c.txt', "pkg@1.txt", "日本 語.txt", "two\nlines.txt", "back\\slash.txt"];
  for (const name of names) writeFileSync(join(folder, name), "");
  const pty = await conversation();
  for (const letters of ["q", "pkg@", "語", "lines", "slash"]) {
    pty.type(`@${letters}`);
    await pty.shows(/› .*\.txt[\s\S]*› /);
    pty.type("\t");
    await pty.shows(/^(?![\s\S]*close the list)/);
  }
  stage.model.push([{ text: "All read." }]);
  pty.type("read them\r");
  await pty.shows("All read.");
  expect(lastSaid()).toBe(
    String.raw`@"q \"b\" c.txt" @pkg@1.txt @"日本 語.txt" @"two\nlines.txt" @"back\\slash.txt" read them`,
  );
  pty.type("/quit\r");
  await expectGivenBack(pty, 0);
});

test.each(sampleOf(sizes, 1))(
  "at %i × %i the working line says the essential; a queued message is shown, taken back, and sent once",
  async (columns, rows) => {
    const pty = await conversation();
    pty.resize(columns, rows);
    stage.model.push([{ hang: true }]);
    pty.type("think\r");
    await pty.shows(/\d s · .*thinking · Esc stops/);
    pty.type("then this\t");
    await pty.shows("queued 1: then th");
    pty.press("up");
    await pty.shows("› then this");
    expect(pty.text()).not.toContain("queued 1");
    pty.type(" too\t");
    await pty.shows(/queued 1: then t/);
    pty.press("escape");
    await pty.shows("› then this too");
    stage.model.push([{ text: "Both done." }]);
    pty.press("enter");
    await pty.shows("Both done.");
    expect(stage.asked().filter((request) => said(request).includes("then this too"))).toHaveLength(1);
    pty.type("/quit\r");
    await expectGivenBack(pty, 0);
  },
);

const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function image(): string {
  const path = join(folder, "one pixel.png");
  writeFileSync(path, Buffer.from(onePixel, "base64"));
  return path;
}

// As the image after a kill, and that of Claude Code, below; in the campaign.
test.runIf(isWhole)("an image dropped as a path goes to the model with the message", async () => {
  const path = image();
  const pty = await conversation();
  pty.paste(path.replaceAll(" ", "\\ "));
  await pty.shows("[image one pixel.png 70 B]");
  stage.model.push([{ text: "One pixel." }]);
  pty.type("what is it?\r");
  await pty.shows("One pixel.");
  expect(JSON.stringify(stage.asked().at(-1)?.body)).toContain(onePixel);
  expect(lastSaid()).toContain("what is it?");
  pty.type("/quit\r");
  await expectGivenBack(pty, 0);
});

test("killed with a queue and an image: what was not sent is there again, and nothing is sent twice", async () => {
  const path = image();
  const pty = await conversation();
  stage.model.push([{ hang: true }]);
  pty.type("think\r");
  await pty.shows(/thinking · Esc stops/);
  pty.type("then this\t");
  await pty.shows("queued 1: then this");
  pty.paste(path);
  await pty.shows("[image one pixel.png 70 B]");
  pty.type("and look");
  const saved = () => drafts().find(({ text }) => text.endsWith("and look"));
  await until(() => saved() ?? null, { timeoutMs: 60_000, what: "the draft on disk" });
  await stage.kill(await stage.runIn(folder, ({ status }) => status === "running"));
  await pty.exited;
  const again = stage.openApp(folder);
  await again.shows("remember the number");
  await restoreChosen(again);
  await again.shows("then this");
  expect(again.text()).toMatch(/\[image one pixel\.png/);
  stage.model.push([{ text: "Both seen." }]);
  again.type("!");
  await again.ready("Enter  send");
  again.press("enter");
  await again.shows("Both seen.");
  const body = JSON.stringify(stage.asked().at(-1)?.body);
  expect(body.split("then this")).toHaveLength(2);
  expect(body).toContain("and look!");
  expect(body.split(onePixel)).toHaveLength(2);
  again.type("/quit\r");
  await expectGivenBack(again, 0);
});

/** Unsent words on disk. */
function drafts(): { readonly text: string }[] {
  const root = stage.folder("state/workspaces");
  return readdirSync(root).flatMap((name) => {
    const path = join(root, name, "draft.json");
    return existsSync(path) ? [JSON.parse(readFileSync(path, "utf8"))] : [];
  });
}

describe.each(quickToStart([claude, gemini, opencode].map((agent) => ({ agent }))))("with $agent.name", ({ agent }) => {
  test("a mentioned file and an image arrive at the model", async () => {
    const { model } = await stage.add(agent);
    try {
      if (agent.name === "gemini") sayModel();
      writeFileSync(join(folder, "my notes.md"), "The number is seven.\n");
      const path = image();
      model.push([{ text: "I remember seven." }]);
      const begun = await stage.run(folder, "run", "--agent", agent.name, "remember the number seven");
      expect(begun.code, begun.stderr).toBe(0);
      const pty = stage.openApp(folder);
      await pty.shows("remember the number");
      await restoreChosen(pty);
      pty.paste(path);
      await pty.shows("[image one pixel.png 70 B]");
      pty.type("read @notes");
      await pty.shows("› my notes.md");
      pty.type("\t");
      await pty.shows(agent.name === "gemini" ? "@my\\ notes.md" : '@"my notes.md"');
      model.push([{ text: "Read and seen." }]);
      pty.type("please\r");
      await pty.shows("Read and seen.");
      const body = JSON.stringify(model.requests.map((request) => request.body));
      expect(body).toContain(onePixel);
      expect(body).toContain("notes.md");
      pty.type("/quit\r");
      await expectGivenBack(pty, 0);
    } finally {
      await model.close();
    }
  });
});

/** Else Gemini asks a model which model to ask. */
function sayModel(): void {
  const path = join(stage.env.HOME ?? "", ".gemini", "settings.json");
  const settings = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...settings, model: { name: "gemini-2.5-flash" } }));
}
