import { until } from "@reprise/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../examples/browser.ts";
import { hostileThread, PageStage, seriousProblems } from "./page-stage.ts";

let stage: PageStage;
let page: Page;
beforeAll(async () => {
  stage = await PageStage.open();
});
afterAll(() => stage.close());
afterEach(async () => {
  await page.close();
  expect(stage.problems.splice(0)).toEqual([]);
});

const text = async (selector: string) => (await page.textContent(selector)) ?? "";
const shows = (selector: string, words: string) =>
  until(async () => (await text(selector).catch(() => "")).includes(words), {
    what: `${words} in ${selector}`,
  });
const key = (name: string) => page.press("body", name);
const count = async (selector: string) => (await page.locator(selector).allInnerTexts()).length;
const titles = () => page.locator("#sessions .row-title").allInnerTexts();

describe("a walk with the mouse", () => {
  it("from the list to a session, a place in it, and the plan of a restore", async () => {
    page = await stage.at("#/sessions");
    await page.waitForSelector("#sessions [role=option]");
    await expect.poll(async () => (await titles()).length).toBeGreaterThan(5);
    await shows(".preview", "End of the conversation");

    await page.fill(".filter-search input", "delivery");
    await shows(".sessions", "Conversations: ");
    await until(async () => (await count("#sessions mark")) > 0, { what: "marks" });

    await page.click("#sessions [role=option]");
    await page.click(".preview a:has-text('View')");
    await page.waitForSelector(".transcript[data-ready]");
    await shows(".transcript", "End of the session");
    await shows("h1", "Orders over 50 euros");

    await page.click("[aria-label^='Find in this session']");
    await page.fill("search input", "exactly 50");
    await shows(".find-count", "item");
    await page.press("search input", "Enter");
    await shows(".find-count", "1 of ");
    const highlights = () => page.evaluate("CSS.highlights.get('found-here')?.size ?? 0");
    await expect.poll(highlights).toBeGreaterThan(0);

    await page.click(".viewer-tools a[data-tone=primary]");
    await shows(".plan-side", "continues in the same thread");
    await shows(".restore-foot", "Nothing is sent until you write something.");
    await page.click("label.kind:has-text('GPT Restore')");
    await shows(".plan-side", "Brief (");
  });

  it("a link to an item leads to it, also in a new tab", async () => {
    page = await stage.at("#/sessions");
    const id = (await page.evaluate(`fetch("/search?text=grep&limit=1").then((answer) => answer.text())`)) as string;
    const hit = JSON.parse(id.split("\n")[0] ?? "") as { session: string; turn: number; item: string };
    await page.close();
    page = await stage.at(
      `#/sessions/${encodeURIComponent(hit.session)}/turn/${hit.turn}/item/${encodeURIComponent(hit.item)}`,
    );
    await page.waitForSelector(".is-target");
    await until(async () => (await page.evaluate(inView(".is-target"))) === true, {
      what: "the item in view",
    });
  });

  it("a long session comes in parts, and its end and start are a click away", async () => {
    page = await stage.at("#/sessions");
    await page.fill(".filter-search input", "Rename the price");
    await until(async () => (await titles()).length >= 1);
    await page.click("#sessions [role=option]");
    await page.click(".preview a:has-text('View')");
    await shows(".transcript", "End of the session");
    expect(await count(".transcript [data-key]")).toBeLessThan(450);
    await page.click("[aria-label^='Start of the session']");
    await shows(".transcript", "Start of the session");
    expect(await text(".transcript")).not.toContain("End of the session");
    await page.fill(".turn-field input", "150");
    await page.press(".turn-field input", "Enter");
    await shows(".transcript", "Turn 150");
  });
});

/** An expression: whether the element is on the screen. */
function inView(selector: string): string {
  return `(() => { const { top, bottom } = document.querySelector("${selector}").getBoundingClientRect(); return bottom > 0 && top < innerHeight; })()`;
}

describe("a walk with the keyboard only", () => {
  it("reaches everything", async () => {
    page = await stage.at("#/sessions");
    await page.waitForSelector("#sessions [role=option]");
    const chosen = () => text("#sessions [aria-selected=true] .row-title");
    const first = await chosen();
    await key("j");
    await until(async () => (await chosen()) !== first);
    await key("k");
    await until(async () => (await chosen()) === first);
    await key("G");
    await until(async () => (await chosen()) !== first);
    await key("Enter");
    await page.waitForSelector(".transcript[data-ready]");
    await key("k");
    await page.waitForSelector(".is-chosen");
    expect(await page.evaluate("document.activeElement?.classList.contains('block')")).toBe(true);
    await key("/");
    await page.waitForSelector("search input");
    await key("Escape");
    await until(async () => (await count("search")) === 0);
    await key("Escape");
    await page.waitForSelector("#sessions [role=option]");

    await key("?");
    await shows("dialog", "Command palette");
    // A dialog that has just opened may not have the keyboard yet.
    await until(async () => {
      await key("Escape");
      return (await count("dialog")) === 0;
    });
    await key("Control+k");
    await page.waitForSelector("dialog input");
    expect(await page.evaluate("document.activeElement?.getAttribute('role')")).toBe("combobox");
    await page.fill("dialog input", "interrupted");
    await page.press("dialog input", "Enter");
    await shows("h1", "Interrupted and running");
    await shows(".status-card", "may have partly run");
    await key("1");
    await shows("h1", "Sessions");
  });

  it("keeps the focus in a dialog, and shows where it is", async () => {
    page = await stage.at("#/sessions");
    await page.waitForSelector("#sessions [role=option]");
    await key("?");
    await page.waitForSelector("dialog[open]");
    for (let n = 0; n < 6; n += 1) {
      await key("Tab");
      const isInside = await page.evaluate(
        "document.activeElement === document.body || document.querySelector('dialog').contains(document.activeElement)",
      );
      expect(isInside).toBe(true);
    }
    await key("Escape");
    await page.press("body", "Tab");
    const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
    expect(outline).not.toBe("none");
  });
});

describe("a hostile session", () => {
  it("is text everywhere: nothing runs, nothing is loaded from elsewhere", async () => {
    stage.requests.length = 0;
    page = await stage.at("#/sessions");
    await page.waitForSelector("#sessions [role=option]");
    await page.fill(".filter-search input", "onerror");
    await until(async () => (await titles()).length > 0);
    await page.close();
    page = await stage.at(`#/sessions/${encodeURIComponent(`codex:${hostileThread}`)}`);
    await page.waitForSelector(".transcript[data-ready]");
    await key("f");
    await shows(".transcript", "harmless");
    const shown = await text(".transcript");
    expect(shown).toContain(`<img src=x onerror="window.hasRun=1">`);
    expect(shown).toContain("<iframe src=");
    expect(shown.replace(/[\n\t]/g, "")).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    expect(shown).toContain("⟨U+200B⟩");
    expect(await page.evaluate("window.hasRun ?? null")).toBeNull();
    const [tags, links] = (await page.evaluate(
      `[[...document.querySelectorAll(".transcript *")].map(({ tagName }) => tagName), [...document.querySelectorAll(".transcript .markdown a")].map((a) => a.getAttribute("href") + " " + a.rel)]`,
    )) as [string[], string[]];
    for (const tag of ["IMG", "SCRIPT", "IFRAME", "STYLE", "LINK", "OBJECT"]) expect(tags).not.toContain(tag);
    expect(links).toEqual([
      "http://away.example/pixel.png noreferrer noopener",
      "https://fine.example/a noreferrer noopener",
    ]);
    expect(stage.requests.filter((url) => !url.startsWith(`${stage.origin}/`))).toEqual([]);
  });
});

describe.each(["light", "dark"] as const)("in %s colours", (colorScheme) => {
  it.each([
    ["the list", "#/sessions", "#sessions [role=option]"],
    ["a session", "view", ".transcript[data-ready]"],
    ["the plan of a restore", "restore", ".plan-facts"],
    ["interrupted and running work", "#/status", ".status-card"],
  ])("%s has no serious problem for anyone", async (_, hash, ready) => {
    page = await stage.page();
    await page.emulateMedia({ colorScheme });
    const session = encodeURIComponent(stage.demo.samples.completed);
    const place =
      hash === "view" ? `#/sessions/${session}` : hash === "restore" ? `#/sessions/${session}/restore` : hash;
    await page.goto(`${stage.origin}/${place}`);
    await page.waitForSelector(ready);
    expect(await seriousProblems(page)).toEqual([]);
  });
});

describe("on a phone of 360 pixels", () => {
  it.each(["#/sessions", "#/status", "view"])("nothing of %s is cut off sideways", async (hash) => {
    page = await stage.page({ width: 360, height: 740 });
    const session = encodeURIComponent(`codex:${hostileThread}`);
    await page.goto(`${stage.origin}/${hash === "view" ? `#/sessions/${session}` : hash}`);
    await page.waitForSelector("#sessions [role=option], .status-card, .transcript[data-ready]");
    const wide = await page.evaluate(
      "[document.documentElement.scrollWidth, ...[...document.querySelectorAll('#main, .screen-body, .transcript')].map((one) => one.scrollWidth)]",
    );
    for (const width of wide as number[]) expect(width).toBeLessThanOrEqual(360);
    expect(await text("nav")).toContain("Status");
  });
});

describe("at 200 % zoom, and on tablets", () => {
  it.each([641, 720, 900, 1100])("%i pixels show every screen of the navigation, and its tools", async (width) => {
    page = await stage.at("#/sessions", { width, height: 450 });
    await page.waitForSelector("#sessions [role=option]");
    const outside = await page.evaluate(`[...document.querySelectorAll(".navigation :is(li > a, button)")]
      .filter((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }).map((one) => one.textContent)`);
    expect(outside).toEqual([]);
    expect(
      await page.evaluate(
        "document.querySelector('.navigation nav').scrollWidth - document.querySelector('.navigation nav').clientWidth",
      ),
    ).toBe(0);
  });
});

describe("the style of a screen", () => {
  it("is the same whichever screens were visited before", async () => {
    const session = `#/sessions/${encodeURIComponent(stage.demo.samples.completed)}`;
    const places = [
      ["#/sessions", "#sessions [role=option]"],
      [session, ".transcript[data-ready] .turn-head"],
      [`${session}/restore`, ".plan-facts"],
      ["#/status", ".status-card"],
      ["#/workbench", ".composer"],
      ["#/projects", ".screen-head"],
      ["#/reviews", ".choose-review"],
      ["#/usage", ".screen-head"],
      ["#/options", ".screen-body"],
    ] as const;
    const visit = async (order: readonly (typeof places)[number][]) => {
      page = await stage.page();
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(`${stage.origin}/${order[0]?.[0]}`);
      const found = new Map<string, Record<string, readonly string[]>>();
      for (const [place, ready] of order) {
        await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
        await page.waitForSelector(ready);
        found.set(place, (await page.evaluate(stylesByClass)) as Record<string, readonly string[]>);
      }
      await page.close();
      return found;
    };
    const [one, other] = [await visit(places), await visit(places.toReversed())];
    for (const [place] of places) {
      const [before, after] = [one.get(place) ?? {}, other.get(place) ?? {}];
      const both = Object.keys(before).filter((name) => name in after);
      expect(both.length, place).toBeGreaterThan(3);
      // Where more or less is loaded, some of the same class may have another place.
      for (const name of both)
        if (!after[name]?.some((style) => before[name]?.includes(style)))
          expect([place, name, after[name]]).toEqual([place, name, before[name]]);
    }
  });
});

/** An expression: what style sheets say of the elements of the screen, by tag, classes and states. Widths and heights depend on texts. */
const stylesByClass = `(() => {
  const names = ["display", "position", "color", "backgroundColor", "borderTop", "padding", "margin", "fontSize", "fontWeight", "gap", "flex", "overflow"];
  const found = {};
  for (const one of document.querySelectorAll("#main [class]")) {
    const states = [...one.attributes].filter(({ name }) => /^(data-|aria-(selected|pressed|disabled|expanded|current))/.test(name));
    const key = [one.tagName, one.className.baseVal ?? one.className, ...states.map(({ name, value }) => name + "=" + value)].join(" ");
    const style = getComputedStyle(one);
    const said = names.map((name) => name + " " + style[name]).join("; ") + getComputedStyle(one, "::before").content;
    found[key] = [...new Set([...(found[key] ?? []), said])];
  }
  return found;
})()`;
