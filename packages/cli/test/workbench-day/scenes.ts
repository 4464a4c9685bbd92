import { codex } from "@reprise/testkit";
import { escalated } from "../page/walks.ts";
import type { DayPage } from "./day-page.ts";

export const scenes = [
  ...["draft", "streaming", "command", "request", "edit", "half-edit", "queue", "image", "new", "show"],
  "banner",
] as const;
export type SceneName = (typeof scenes)[number] & string;

/** A pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const slowly = { text: "One word after the other, slowly. ", chunks: 20, paceMs: 60 };

/** What a person does; it ends early if the server does. `word` is in every text of the scene. */
export const play: Readonly<Record<string, (page: DayPage, word: string) => Promise<void>>> = {
  async draft(page, word) {
    for (const length of [3, 9, 20, 40])
      await page.type(`${word} a longer thought, key by key`.slice(0, word.length + length));
  },
  async streaming(page, word) {
    page.stage.model.push({ match: word, times: 1, actions: [{ reasoning: "Let me see." }, slowly] });
    await page.send(`${word} tell me`);
    await page.type(`${word} and then`);
  },
  async command(page, word) {
    const call = codex.shellCall(`echo ${word}; sleep 4`);
    page.stage.model.push({ match: word, times: 1, actions: [slowly, { call }] });
    await page.send(`${word} run it`);
  },
  async request(page, word) {
    page.stage.model.push({ match: word, times: 1, actions: [escalated(`echo ${word} > asked`)] });
    await page.send(`${word} may you`);
    await until(page, () => page.view.approvals.some(({ state }) => state === "open"));
    await page.type(`${word} while it waits`);
  },
  async edit(page, word) {
    await askEdit(page, word);
    const open = page.view.approvals.find(({ state }) => state === "open");
    if (open !== undefined) await page.act({ type: "answer", request: open.id, answer: { decision: "once" } });
  },
  async "half-edit"(page, word) {
    await askEdit(page, word);
    const diff = page.view.diffs.at(-1)?.id;
    if (diff === undefined) return;
    await page.act({ type: "select", diff, paths: ["b.txt"], isSelected: false });
    await page.act({ type: "apply", diff });
  },
  async queue(page, word) {
    page.stage.model.push({ match: `${word} one`, times: 1, actions: [slowly, slowly] });
    for (const name of ["one", "two", "three"]) await page.send(`${word} ${name}`);
  },
  async image(page, word) {
    const input = await page.page.workbench.keepImage(png).catch(() => null);
    if (input !== null) await page.send(`${word} look at this`, [input]);
  },
  async new(page, word) {
    if (await page.act({ type: "new", active: "stop" })) await page.send(`${word} a new one`);
  },
  async show(page, word) {
    const session = page.view.thread?.session;
    await page.act({ type: "new", active: "stop" });
    await page.send(`${word} in between`);
    if (session != null) await page.act({ type: "show", session, active: "stop" });
  },
  async banner(page, word) {
    const failed = { failed: { code: "server_error", message: `no luck with ${word}` } };
    page.stage.model.push({ match: word, times: 1, actions: [failed] });
    await page.send(`${word} fail`);
  },
};

async function askEdit(page: DayPage, word: string): Promise<void> {
  page.stage.put("a.txt", "a1\n");
  page.stage.put("b.txt", "b1\n");
  const files = ["*** Update File: a.txt", "@@", "-a1", `+${word}`, "*** Update File: b.txt", "@@", "-b1"];
  const input = ["*** Begin Patch", ...files, `+${word}`, "*** End Patch", ""].join("\n");
  page.stage.model.push({
    match: word,
    times: 1,
    actions: [{ custom: { name: "apply_patch", input } }],
  });
  await page.send(`${word} edit both`);
  await until(page, () => page.view.approvals.some(({ state }) => state === "open"));
}

/** Or the server has ended, or there is nothing to wait for. */
async function until(page: DayPage, isThere: () => boolean): Promise<void> {
  for (let n = 0; n < 400 && !isThere() && !page.stage.program.hasEnded; n += 1)
    await new Promise((resolve) => setTimeout(resolve, 25));
}
