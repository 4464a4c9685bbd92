import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { WalkContext } from "./walk-page.ts";
import { startWalkBrowser, type WalkBrowser, WorkbenchStage } from "./workbench-stage.ts";

interface OpenedWorkbench {
  readonly stage: WorkbenchStage;
  readonly person: WalkContext;
}

/** One browser for all tests of a file; for each of them a server, an agent and a person of its own. */
export function eachWorkbench(name: string, onOpen: (opened: OpenedWorkbench) => void): void {
  let browser: WalkBrowser;
  let opened: OpenedWorkbench;
  beforeAll(async () => {
    browser = await startWalkBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    const stage = await WorkbenchStage.open(name);
    await stage.serve();
    opened = { stage, person: await browser.newContext({ viewport: { width: 1440, height: 900 } }) };
    onOpen(opened);
  });
  afterEach(async () => {
    await opened.person.close();
    await opened.stage.close();
  });
}
