import { asThreadId, type RestorePlan, sessionIdOf } from "@reprise/model";
import { h } from "preact";
import { expect, test } from "vitest";
import { summaryOf } from "../test/page-walk.ts";
import { draw, useSmallDocument } from "../test/small-document.ts";
import { Connection } from "./connection.ts";
import { type Page, PageContext } from "./page.ts";
import { WaitingBar, waiting } from "./waiting.tsx";

useSmallDocument();

test("without its server the page says that, and not what waited before", async () => {
  const connection = new Connection();
  const page = { connection } as unknown as Page;
  const session = summaryOf({ session: sessionIdOf("codex", asThreadId("a")) } as RestorePlan);
  waiting.value = { sessions: [{ ...session, state: "waiting" }], total: 1 };
  const { root, leave } = draw(h(PageContext.Provider, { value: page }, h(WaitingBar, {})));
  connection.set("live");
  await expect.poll(() => root.textContent).toContain("is waiting for you");
  connection.set("stale", "Reprise cannot be reached.");
  await expect.poll(() => root.textContent).toContain("Start `reprise open` again");
  expect(root.textContent).not.toContain("is waiting for you");
  connection.set("live");
  await expect.poll(() => root.textContent).toContain("is waiting for you");
  leave();
});

test("a change on disk does not hide that the workbench needs the person", () => {
  const connection = new Connection();
  connection.showWorkbench({ state: "degraded", detail: "Some work may be unfinished." });
  connection.set("live");
  expect(connection.now.value.state).toBe("degraded");
  connection.showWorkbench(null);
  expect(connection.now.value.state).toBe("live");
});
