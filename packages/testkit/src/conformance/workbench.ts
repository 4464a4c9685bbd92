import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { step } from "../scripted-agent/script.ts";
import { Page, type WorkbenchStage } from "./workbench-stage.ts";
import { describeSwitching } from "./workbench-switching.ts";

/** The promises of every Workbenches: over files, over HTTP. */
export function describeWorkbenches(name: string, open: () => Promise<WorkbenchStage>): void {
  describe(`${name} workbenches`, () => {
    let stage: WorkbenchStage;
    const pages: Page[] = [];
    beforeEach(async () => {
      stage = await open();
    });
    afterEach(async () => {
      for (const page of pages.splice(0)) await page.leave();
      await stage.close();
    });
    const newPage = async () => {
      const page = await Page.open(stage.workbenches, stage.cwd);
      pages.push(page);
      return page;
    };
    const restarted = async () => {
      for (const page of pages.splice(0)) await page.leave();
      await stage.restart();
      return newPage();
    };

    it("begin with nothing, and what is shown is true", async () => {
      const page = await newPage();
      const view = await page.live();
      expect(view).toMatchObject({ entries: [], thread: null, approvals: [], diffs: [], draft: null });
    });

    it("start a session with the first prompt, and continue it with the next", async () => {
      stage.agent.plays({ turns: [[step.reply("a", "first")], [step.reply("a", "second")]] });
      const page = await newPage();
      await page.live();
      await page.send("one");
      await page.until("a reply", () => page.texts.includes("reply first"));
      await page.idle();
      await page.send("two");
      await page.until("another reply", () => page.texts.includes("reply second"));
      expect(page.texts).toEqual(["prompt one", "reply first", "prompt two", "reply second"]);
      expect(stage.agent.texts).toEqual(["one", "two"]);
      expect(page.view.thread?.session).toMatch(/^codex:/);
    });

    it("show text as it streams, once", async () => {
      stage.agent.plays({
        turns: [[step.delta("a", "hel"), step.delta("a", "lo"), step.request("r"), step.reply("a", "hello")]],
      });
      const page = await newPage();
      await page.live();
      await page.send("say");
      await page.until("the streamed text", () => page.texts.includes("reply hello"));
      expect(page.view.entries.at(-1)?.isComplete).toBe(false);
      const [approval] = (await page.until("a request", ({ approvals }) => approvals.length > 0)).approvals;
      await page.act({ type: "answer", request: approval?.id ?? "", answer: { decision: "once" } });
      await page.idle();
      expect(page.texts.filter((text) => text === "reply hello")).toHaveLength(1);
    });

    it("keep all pages in step", async () => {
      const [one, other] = [await newPage(), await newPage()];
      await one.live();
      await other.live();
      await one.send("look");
      await one.idle();
      await one.act({ type: "draft", text: "unsent", cursor: 2, inputs: [] });
      await other.until("the same", ({ number }) => number === one.view.number);
      expect(other.view).toEqual(one.view);
    });

    it("give a page that was away the changes it missed, or the whole view", async () => {
      const page = await newPage();
      await page.live();
      const { epoch, number } = page.view;
      await page.act({ type: "draft", text: "a", cursor: 1, inputs: [] });
      const first = async (since: { epoch: string; number: number }) => {
        for await (const news of page.workbench.news(since)) return news;
        return null;
      };
      expect(await first({ epoch, number })).toMatchObject({ type: "change", number: number + 1 });
      const { number: last } = await page.workbench.view();
      expect(await first({ epoch, number: last })).toMatchObject({
        number: last,
        change: { type: "connection" },
      });
      expect(await first({ epoch: "another", number })).toMatchObject({ type: "view" });
      expect(await first({ epoch, number: number + 1000 })).toMatchObject({ type: "view" });
    });

    describe("requests", () => {
      const asked = async () => {
        const page = await newPage();
        await page.live();
        await page.send("look");
        const { approvals } = await page.until("a request", (view) => view.approvals.length > 0);
        return { page, approval: approvals[0] };
      };

      it("wait in a queue until a person answers", async () => {
        stage.agent.plays({ turns: [[step.request("r")]] });
        const { page, approval } = await asked();
        expect(approval).toMatchObject({ state: "open", decision: null, request: { subject: "run r" } });
        await page.act({ type: "answer", request: approval?.id ?? "", answer: { decision: "decline" } });
        const { approvals } = await page.until("an answer", (view) => view.approvals[0]?.state === "answered");
        expect(approvals).toMatchObject([{ decision: "decline" }]);
        await page.until("the reply", () => page.texts.includes("reply answered decline"));
      });

      it("are answered once, and only as they offer", async () => {
        stage.agent.plays({ turns: [[step.request("r")]] });
        const { page, approval } = await asked();
        const request = approval?.id ?? "";
        const answer = (decision: "once" | "always") => page.act({ type: "answer", request, answer: { decision } });
        await expect(answer("always")).rejects.toMatchObject({ code: "bad-use" });
        await answer("once");
        await expect(answer("once")).rejects.toMatchObject({ code: "refused" });
        await expect(page.act({ type: "answer", request: "r", answer: { decision: "once" } })).rejects.toMatchObject({
          code: "not-found",
        });
      });

      it("of an agent that is gone expire, and can be asked again with the next prompt", async () => {
        stage.agent.plays({ turns: [[step.request("r")]] });
        const { approval } = await asked();
        const page = await restarted();
        const { approvals } = await page.until("expired", (view) => view.approvals[0]?.state === "expired");
        expect(approvals).toMatchObject([{ id: approval?.id, request: { subject: "run r" } }]);
        await expect(
          page.act({ type: "answer", request: approval?.id ?? "", answer: { decision: "once" } }),
        ).rejects.toMatchObject({ code: "refused" });
        await page.act({ type: "ask-again", approval: approval?.id ?? "" });
        await page.until("again", (view) => view.approvals[0]?.state === "again");
      });
    });

    describe("after a restart", () => {
      it("show what was saved, marked as stale, until it is true again", async () => {
        stage.agent.plays({ turns: [[step.reply("a", "first")]] });
        const before = await newPage();
        await before.live();
        await before.send("one");
        await before.idle();
        await before.act({ type: "draft", text: "half a thou", cursor: 4, inputs: [] });
        const page = await restarted();
        const view = await page.live();
        expect(page.states).toEqual(["stale", "connecting", "reconciling", "live"].slice(-page.states.length));
        expect(page.texts).toEqual(["prompt one", "reply first"]);
        expect(view.draft).toMatchObject({ text: "half a thou", cursor: 4 });
        expect(view.thread?.session).toBe(before.view.thread?.session);
      });

      it("show the same after the next one: what was restored is saved", async () => {
        stage.agent.plays({ turns: [[step.reply("a", "first")]] });
        const before = await newPage();
        await before.live();
        await before.send("one");
        await before.idle();
        await before.act({ type: "draft", text: "half a thou", cursor: 4, inputs: [] });
        await (await restarted()).live();
        const page = await restarted();
        const { draft, thread } = await page.live();
        expect(page.texts).toEqual(["prompt one", "reply first"]);
        expect(draft).toMatchObject({ text: "half a thou", cursor: 4 });
        expect(thread?.session).toBe(before.view.thread?.session);
      });

      it("continue the same thread", async () => {
        const before = await newPage();
        await before.live();
        await before.send("one");
        await before.idle();
        const page = await restarted();
        await page.live();
        await page.send("two");
        await page.until("the prompt", () => page.texts.includes("prompt two"));
        await page.idle();
        expect(page.view.thread?.session).toBe(before.view.thread?.session);
        expect(stage.agent.texts.slice(-2)).toEqual(["one", "two"]);
        expect(page.texts.filter((text) => text.startsWith("prompt"))).toEqual(["prompt one", "prompt two"]);
      });

      it("have the choice, the banner and what was remembered", async () => {
        const settings = {
          model: "small",
          provider: null,
          effort: "low",
          summary: null,
          sandbox: "read-only",
          approvalPolicy: null,
          cwd: null,
        };
        stage.agent.plays({ turns: [[step.fail("The model is away.")]] });
        const before = await newPage();
        await before.live();
        await before.act({ type: "choose", choice: { agent: "codex", settings } });
        await before.send("one");
        await before.until("a banner", ({ banner }) => banner !== null);
        const page = await restarted();
        const { banner, choice } = await page.until("a view", () => true);
        expect(banner).toMatchObject({ text: "The model is away.", tone: "error" });
        expect(choice).toEqual({ agent: "codex", settings });
        await page.act({ type: "dismiss-banner" });
        await page.until("no banner", (view) => view.banner === null);
      });
    });

    it("refuse what cannot be done, and say why", async () => {
      const page = await newPage();
      await page.live();
      await expect(page.send("  ")).rejects.toMatchObject({ code: "bad-use" });
      await expect(page.act({ type: "interrupt" })).rejects.toMatchObject({ code: "refused" });
      await expect(page.act({ type: "apply", diff: "none" })).rejects.toMatchObject({ code: "not-found" });
      await expect(page.act({ type: "undo", id: "none" })).rejects.toMatchObject({ code: "not-found" });
      const consent = { drift: "ask", reappliesApprovals: false, sendsRecap: false } as const;
      await expect(
        page.act({
          type: "consent",
          plan: "none",
          consent: { ...consent, allowsWider: false, canAnswer: true },
        }),
      ).rejects.toMatchObject({ code: "refused" });
    });

    it("stop a turn, and steer one", async () => {
      stage.agent.plays({ turns: [[step.hang]] });
      const page = await newPage();
      await page.live();
      await page.send("look");
      await page.until("work", ({ activity }) => activity.phase === "working" && activity.canSteer);
      await page.act({ type: "send", text: "faster", inputs: [], steers: true });
      await page.act({ type: "interrupt" });
      await page.idle();
      expect(stage.agent.texts).toEqual(["look", "faster"]);
    });

    it.each(["stopped", "failed"])("give back what waits for a turn that is %s", async (how) => {
      stage.agent.plays({ turns: [[step.request("r"), step.fail("no")]] });
      const page = await newPage();
      await page.live();
      await page.send("one");
      const { approvals } = await page.until("a request", (view) => view.approvals.length > 0);
      await page.send("two");
      await page.send("three");
      if (how === "stopped") await page.act({ type: "interrupt" });
      else await page.act({ type: "answer", request: approvals[0]?.id ?? "", answer: { decision: "once" } });
      const { activity } = await page.until("the draft", ({ draft }) => draft?.text === "two\n\nthree");
      expect(activity.queued).toEqual([]);
      await page.idle();
      expect(stage.agent.texts).toEqual(["one"]);
    });

    it("give back a prompt whose agent never got it", async () => {
      stage.agent.plays({ startHangs: true });
      const page = await newPage();
      await page.live();
      await page.send("lost words");
      await page.act({ type: "new", active: "stop" });
      await page.until("the draft", ({ draft }) => draft?.text === "lost words");
      expect(stage.agent.texts).toEqual([]);
    });

    it("begin another conversation; the old one stays in its session", async () => {
      const page = await newPage();
      await page.live();
      await page.send("one");
      await page.idle();
      const first = page.view.thread?.session;
      await page.act({ type: "new" });
      await page.until("nothing", ({ entries, thread }) => entries.length === 0 && thread === null);
      await page.send("two");
      await page.idle();
      expect(page.view.thread?.session).not.toBe(first);
      if (first == null) throw new Error("There was no session.");
      await page.act({ type: "show", session: first });
      await page.until("the first", () => page.texts.includes("prompt one"));
      expect(page.texts).not.toContain("prompt two");
    });

    describeSwitching(() => ({ stage, newPage, restarted }));

    it("forget everything that was saved", async () => {
      const page = await newPage();
      await page.live();
      await page.send("one");
      await page.idle();
      await stage.workbenches.clear(page.workbench.id);
      await page.until("nothing", ({ entries, thread }) => entries.length === 0 && thread === null);
      expect(await stage.workbenches.known()).toEqual([]);
      const again = await restarted();
      expect(await again.live()).toMatchObject({ entries: [], thread: null });
    });
  });
}
