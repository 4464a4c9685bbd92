import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, type Page, shareBrowser } from "./examples/browser.ts";
import { enter, type OpenProgram, OpenStage } from "./open-stage.ts";

const attack = readFileSync(fileURLToPath(new URL("other-site/attack.js", import.meta.url)), "utf8");

let browser: Browser;
let stage: OpenStage;
let open: OpenProgram;
let person: Awaited<ReturnType<Browser["newContext"]>>;
let elsewhere: Server;
beforeAll(async () => {
  browser = await shareBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  stage = await OpenStage.open();
  open = await stage.start(["--no-browser", "--port", "0"]);
  person = await browser.newContext();
  elsewhere = createServer(({ url }, answer) => {
    answer.setHeader("content-type", url === "/attack.js" ? "text/javascript" : "text/html");
    answer.end(url === "/attack.js" ? attack : "<title>Elsewhere</title><body>");
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, resolve));
});
afterEach(async () => {
  await person.close();
  elsewhere.closeAllConnections();
  elsewhere.close();
  await stage.close();
});

const elsewhereAt = (name: string) => `http://${name}:${(elsewhere.address() as AddressInfo).port}`;

/** A page, and everything that it or the browser complained about. */
async function watchedPage(): Promise<{ page: Page; problems: string[] }> {
  const page = await person.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (line) => problems.push(line.text?.() ?? ""));
  return { page, problems };
}

async function ownPage(): Promise<Awaited<ReturnType<typeof watchedPage>>> {
  const watched = await watchedPage();
  await watched.page.goto(open.link.href);
  await watched.page.waitForSelector("#app *");
  return watched;
}

const sessionsStatus = (page: Page) => page.evaluate(`fetch("/sessions").then(({ status }) => status)`);

function bearer(): { authorization: string } {
  const path = join(stage.state, "servers", `${open.link.port}.json`);
  return { authorization: `Bearer ${JSON.parse(readFileSync(path, "utf8")).token}` };
}

describe("the page of reprise open in a real browser", () => {
  it("loads under its own policy without a complaint, and again by the cookie alone", async () => {
    const { page, problems } = await watchedPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url?.() ?? ""));
    await page.goto(open.link.href);
    await page.waitForSelector("#app *");
    expect(page.url()).toBe(`${open.link.origin}/#/?folder=${encodeURIComponent(stage.scratch.workspace)}`);
    expect(await sessionsStatus(page)).toBe(200);
    expect(await page.evaluate("document.cookie")).toBe("");
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: "Strict", expires: -1 }]);
    await page.reload();
    await page.waitForSelector("#app *");
    const second = await watchedPage();
    await second.page.goto(`${open.link.origin}/`);
    await second.page.waitForSelector("#app *");
    expect(asked.filter((url) => !url.startsWith(`${open.link.origin}/`))).toEqual([]);
    expect(asked.filter((url) => url.includes("key="))).toHaveLength(1);
    expect([...problems, ...second.problems]).toEqual([]);
  });

  it("opens in more tabs than a browser has connections to one server, each with its streams", async () => {
    const { page, problems } = await ownPage();
    const sockets: unknown[] = [];
    page.on("websocket", (socket) => sockets.push(socket));
    await page.reload();
    for (let count = 2; count <= 9; count += 1) {
      const { page } = await watchedPage();
      await page.goto(`${open.link.origin}/`);
      await page.waitForSelector("main");
      expect(await sessionsStatus(page)).toBe(200);
    }
    expect(sockets).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it("shows new sessions by itself, also after its server was killed and another has let the browser in", async () => {
    const env = { CODEX_HOME: join(stage.scratch.root, "codex") };
    const ids = ["1", "2", "3"].map((digit) => `01a1e0b2-ca3b-70b0-b51e-00000000000${digit}`);
    const [one = "", two = "", three = ""] = ids;
    stage.addSession(env.CODEX_HOME, one);
    const first = await stage.start(["--no-browser", "--port", "0"], { env });
    const { page } = await watchedPage();
    await page.goto(first.link.href);
    const rows = async () => (await page.locator("main").allInnerTexts()).join().split("do the work").length - 1;
    await expect.poll(rows).toBeGreaterThan(0);
    const each = await rows();
    stage.addSession(env.CODEX_HOME, two);
    await expect.poll(rows).toBeGreaterThan(each);
    const both = await rows();
    await first.kill("SIGKILL");
    stage.addSession(env.CODEX_HOME, three);
    const next = await stage.start(["--no-browser", "--port", first.link.port], { env });
    const other = await watchedPage();
    await other.page.goto(next.link.href);
    await expect.poll(rows).toBeGreaterThan(both);
  });

  it("runs no script that an agent may have put into it, and calls no other server", async () => {
    const { page, problems } = await ownPage();
    const hasRun = await page.evaluate(`(async () => {
      const hostile = document.createElement("div");
      hostile.innerHTML = '<img src="x" onerror="window.hasRun = 1"><a href="javascript:window.hasRun = 1">a</a>';
      document.body.append(hostile);
      hostile.querySelector("a").click();
      for (const given of [{ textContent: "window.hasRun = 1" }, { src: "${elsewhereAt("127.0.0.1")}/attack.js" }])
        document.body.append(Object.assign(document.createElement("script"), given));
      await fetch("${elsewhereAt("127.0.0.1")}", { mode: "no-cors" }).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 200));
      return "hasRun" in window;
    })()`);
    expect(hasRun).toBe(false);
    const refused = problems.filter((problem) => problem.includes("Content Security Policy"));
    expect(refused.length).toBeGreaterThanOrEqual(5);
  });

  it("says how to get in to a browser without the cookie, and to one with a used link", async () => {
    const { page } = await watchedPage();
    await page.goto(`${open.link.origin}/`);
    expect(await page.textContent("body")).toContain("Run reprise open to get in.");
    expect((await enter(open.link)).status).toBe(303);
    await page.goto(open.link.href);
    expect(await page.textContent("h1")).toBe("This link has been used or is too old");
    expect(await page.context().cookies()).toEqual([]);
  });

  it("opens by a link in a page of another site, such as a terminal in a browser", async () => {
    const { page } = await watchedPage();
    await page.goto(elsewhereAt("localhost"));
    await page.evaluate(
      `document.body.appendChild(Object.assign(document.createElement("a"), { href: "${open.link.href}" })).click()`,
    );
    await page.waitForSelector("#app *");
    expect(page.url()).toContain(`${open.link.origin}/#/?folder=`);
    expect(await sessionsStatus(page)).toBe(200);
  });
});

// Cookies are sent to every port of a host, so 127.0.0.1 is the harder case.
describe.each(["127.0.0.1", "localhost"])("a page of another server at %s", (name) => {
  it("can neither read nor send anything, though the browser is let in", async () => {
    const own = await ownPage();
    const headers = { ...bearer(), "content-type": "application/json" };
    const made = await fetch(`${open.link.origin}/open`, { method: "POST", headers, body: '{"folder":"/"}' });
    const link = new URL(((await made.json()) as { url: string }).url);
    const { page } = await watchedPage();
    const answers: (number | undefined)[] = [];
    page.on("response", (answer) => {
      if (answer.url?.().startsWith(open.link.origin)) answers.push(answer.status?.());
    });
    await page.goto(`${elsewhereAt(name)}/#${open.link.origin}${link.search}`);
    await page.evaluate(
      `void document.body.append(Object.assign(document.createElement("script"), { type: "module", src: "/attack.js" }))`,
    );
    await page.waitForSelector("pre");
    const results = JSON.parse((await page.textContent("pre")) ?? "");
    expect(Object.keys(results)).toHaveLength(12);
    expect(new Set(Object.values(results))).toEqual(new Set(["refused"]));
    expect(new Set(answers.map((status) => status === 401 || status === 403))).toEqual(new Set([true]));
    expect((await fetch(`${open.link.origin}/chat/evil`, { headers: bearer() })).status).toBe(404);
    expect((await enter(link)).status).toBe(303);
    expect(await sessionsStatus(own.page)).toBe(200);
  });
});
