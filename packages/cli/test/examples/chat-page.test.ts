import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codex, until } from "@reprise/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RunningServer, ServeStage } from "../serve-stage.ts";
import { type Browser, type Page, shareBrowser } from "./browser.ts";

const file = fileURLToPath(new URL("../../../../examples/chat-page/index.html", import.meta.url));
/** Pictures are kept when a folder for them is named. */
const pictures = process.env.REPRISE_PICTURES;

let browser: Browser;
let stage: ServeStage;
let page: Page;
let problems: string[];
beforeAll(async () => {
  browser = await shareBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  stage = await ServeStage.open();
  page = await newPage();
  problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (line) => problems.push(line.text?.() ?? ""));
});
afterEach(async () => {
  await page.close();
  await stage.close();
});

const newPage = () => browser.newPage({ viewport: { width: 800, height: 700 } });

const entries = () => page.locator("#log > li").allInnerTexts();
const shows = (text: string) =>
  until(async () => (await entries()).some((entry) => entry.includes(text)), {
    what: `an entry with ${text}`,
  });
const says = (text: string) =>
  until(async () => (await page.textContent("#status"))?.includes(text), { what: `the status ${text}` });

async function openPage(): Promise<RunningServer> {
  const server = await stage.serve(["--page", file]);
  await page.goto(`${server.listening.url}/#token=${server.listening.token}`);
  return server;
}

async function send(message: string): Promise<void> {
  await page.fill("#message", message);
  await page.press("#message", "Enter");
}

async function picture(name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`), fullPage: true });
  }
}

describe("the chat page in a real browser, with the real Codex", () => {
  it("shows replies and tool calls as they come, once each", async () => {
    const { model } = stage.machine;
    model.push([{ call: codex.shellCall("echo from-the-tool") }], [{ text: "The tool ran.", chunks: 3 }]);
    await openPage();
    expect(page.url()).not.toContain("token");
    await send("run it <b>now</b>");
    await says("Done.");
    const shown = await entries();
    expect(shown[0]).toBe("You\nrun it <b>now</b>");
    expect(shown.filter((entry) => entry.includes("The tool ran."))).toHaveLength(1);
    expect(shown.some((entry) => /^(▸ |▶ )?Tool: .*\(done\)/.test(entry))).toBe(true);
    expect(await page.textContent("#log pre")).toContain("from-the-tool");
    model.push([{ text: "Second." }]);
    await send("again");
    await shows("Second.");
    await says("Done.");
    await picture("conversation");
    expect(problems).toEqual([]);
  });

  it("continues after a reload in the middle of a turn, and misses and repeats nothing", async () => {
    const { model } = stage.machine;
    model.push([{ call: codex.shellCall("echo one") }], [{ hang: true }, { text: "After the reload." }]);
    const server = await openPage();
    const chat = await page.inputValue("#chat");
    await send("take long");
    await shows("(done)");
    const asked: [string, string | undefined][] = [];
    page.on("request", (request) => asked.push([request.url?.() ?? "", request.headers?.()["last-event-id"]]));
    await page.reload();
    await shows("(done)");
    model.release();
    await shows("After the reload.");
    await says("Done.");
    const shown = await entries();
    expect(shown.filter((entry) => entry.includes("take long"))).toHaveLength(1);
    expect(shown.filter((entry) => entry.includes("Tool:"))).toHaveLength(1);
    expect(shown.filter((entry) => entry.includes("After the reload."))).toHaveLength(1);
    expect(await page.inputValue("#chat")).toBe(chat);
    expect(asked).toEqual([
      [`${server.listening.url}/`, undefined],
      [expect.stringMatching(/\/turns\/[^/]+\/events$/), expect.stringMatching(/^[1-9]\d*$/)],
    ]);
    const answer = await (await server.call(`/chat/${chat}`)).json();
    expect(answer).toMatchObject({ turn_count: 1, turns: [{ status: "completed" }] });
    expect(problems).toEqual([]);
  });

  it("cancels, and shows errors of the turn and of the server", async () => {
    const { model } = stage.machine;
    model.push([{ hang: true }]);
    const server = await openPage();
    await send("take long");
    await model.arrived(1);
    await until(async () => !(await page.isDisabled("#cancel")));
    await page.click("#cancel");
    await says("Cancelled.");
    model.push([{ http: { status: 400, body: { error: { message: "the model said no" } } } }]);
    await send("fail");
    await says("Failed.");
    await shows("Error");
    await page.fill("#token", "wrong-token-0123456789");
    await send("without the token");
    await shows("Send the token of this server");
    await says("Not sent.");
    expect(await page.inputValue("#message")).toBe("without the token");
    await picture("errors");
    expect((await server.call(`/chat/${await page.inputValue("#chat")}`)).status).toBe(200);
  });

  it("opened from a file needs an allowed origin", async () => {
    const { model } = stage.machine;
    model.push([{ text: "From a file." }]);
    const closed = await stage.serve();
    const open = await stage.serve(["--allow-origin", "null"]);
    await page.goto(`file://${file}?server=${closed.listening.url}#token=${closed.listening.token}`);
    await send("hello");
    await says("Trying again");
    await page.close();
    page = await newPage();
    await page.goto(`file://${file}?server=${open.listening.url}#token=${open.listening.token}`);
    await send("hello");
    await shows("From a file.");
  });
});
