import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "../../packages/cli/test/examples/browser.ts";
import { PageStage } from "../../packages/cli/test/page/page-stage.ts";

interface Shot {
  readonly name: string;
  readonly hash: (stage: PageStage) => string;
  /** What must be there before the picture is taken. */
  readonly ready: string;
  readonly act?: (page: Page) => Promise<void>;
}

const sizes = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
  wide: { width: 2560, height: 1300 },
} as const;

const session = ({ demo }: PageStage) => `#/sessions/${encodeURIComponent(demo.samples.completed)}`;
const interrupted = ({ demo }: PageStage) => `#/sessions/${encodeURIComponent(demo.samples.interrupted)}`;

const shots: readonly Shot[] = [
  { name: "sessions", hash: () => "#/sessions", ready: ".last-words, .session-row" },
  {
    name: "search",
    hash: () => "#/sessions",
    ready: "#sessions [role=option]",
    act: async (page) => {
      await page.fill(".filter-search input", "delivery");
      await page.waitForSelector(".badge:has-text('turn')");
    },
  },
  {
    name: "tidy",
    hash: () => "#/sessions",
    ready: "#sessions [role=option]",
    act: async (page) => {
      await page.press("body", "n");
      await page.waitForSelector("dialog[open] input");
      await page.fill("dialog .field:nth-child(1) input", "Measure the checks");
      await page.fill("dialog .field:nth-child(2) input", "speed tests");
    },
  },
  { name: "session", hash: session, ready: ".transcript[data-ready]" },
  {
    name: "find",
    hash: session,
    ready: ".transcript[data-ready]",
    act: async (page) => {
      await page.press("body", "/");
      await page.fill("search input", "delivery");
      await page.waitForSelector(".find-count:has-text('item')");
      await page.press("search input", "Enter");
    },
  },
  { name: "restore", hash: (stage) => `${interrupted(stage)}/restore`, ready: ".plan-facts" },
  { name: "status", hash: () => "#/status", ready: ".status-card" },
  {
    name: "palette",
    hash: () => "#/sessions",
    ready: "#sessions [role=option]",
    act: async (page) => {
      await page.press("body", "Control+k");
      await page.waitForSelector("dialog [role=option]");
    },
  },
];

/** The two that lay out a wide window differently. */
const alsoWide = ["sessions", "session"];

/** Every screen of the page of `reprise open` over the demo's sessions, by size and colours. */
export async function pageScreens(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const stage = await PageStage.open();
  try {
    for (const [size, { width, height }] of Object.entries(sizes))
      for (const colorScheme of ["light", "dark"] as const) {
        mkdirSync(folder, { recursive: true });
        for (const { name, hash, ready, act } of shots) {
          if (size === "wide" && (colorScheme === "dark" || !alsoWide.includes(name))) continue;
          const page = await stage.page({ width, height });
          await page.emulateMedia({ colorScheme });
          await page.goto(`${stage.origin}/${hash(stage)}`);
          await page.waitForSelector(ready);
          await act?.(page);
          // For what comes in after it: the end of a conversation, marks.
          await new Promise((resolve) => setTimeout(resolve, 600));
          await page.screenshot({
            path: join(folder, `${name}-${size}-${colorScheme}.png`),
            fullPage: false,
          });
          await page.close();
          process.stderr.write(`screens: page/${name}-${size}-${colorScheme}\n`);
        }
      }
  } finally {
    await stage.close();
  }
}
