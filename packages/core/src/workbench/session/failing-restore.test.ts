import { type Runner, SessionError } from "@reprise/model";
import { openWorkbenchStage, Page } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";

test("a session that cannot be continued is not left as connecting, and can be tried again", async () => {
  let isBroken = false;
  const around = (runner: Runner): Runner =>
    new Proxy(runner, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === "restore" && isBroken)
          return () => Promise.reject(new SessionError("not-saved", "The journal cannot be written."));
        return value.bind(target);
      },
    });
  const stage = await openWorkbenchStage({ around });
  onTestFinished(stage.close);
  const page = await Page.open(stage.workbenches, stage.cwd);
  onTestFinished(() => page.leave());
  await page.live();
  await page.send("one");
  await page.idle();
  await page.act({ type: "end" });

  isBroken = true;
  await expect(page.send("two")).rejects.toThrow("The journal cannot be written.");
  const { connection } = await page.until("the reason", (view) => view.connection.detail !== null);
  expect(connection).toMatchObject({ state: "degraded", detail: "The journal cannot be written." });

  isBroken = false;
  await page.send("two");
  await page.until("the prompt", () => page.texts.includes("prompt two"));
  await page.live();
});
