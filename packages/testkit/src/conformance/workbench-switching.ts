import { noTelemetry, type SessionId } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { type AgentStep, step } from "../scripted-agent/script.ts";
import type { Page, WorkbenchStage } from "./workbench-stage.ts";

interface Opened {
  readonly stage: WorkbenchStage;
  readonly newPage: () => Promise<Page>;
  readonly restarted: () => Promise<Page>;
}

/** A run ends only when somebody ends it, whichever conversation is shown. */
export function describeSwitching(opened: () => Opened): void {
  const working: readonly AgentStep[] = [step.starts("a", "half"), step.request("r"), step.reply("b", "done")];
  const edit: AgentStep = {
    event: {
      type: "item",
      key: "e",
      isComplete: true,
      item: {
        kind: "edit",
        status: "done",
        reason: null,
        changes: [{ path: "new.txt", change: "add", diff: "hello\n" }],
      },
    },
  };

  /** A page whose agent waits for an answer in its first turn. */
  const waiting = async (turns: readonly (readonly AgentStep[])[] = [working]) => {
    const { stage, newPage } = opened();
    stage.agent.plays({ turns });
    const page = await newPage();
    await page.live();
    await page.send("look");
    const { approvals, thread } = await page.until("a request", (view) => view.approvals.length > 0);
    return { stage, page, request: approvals[0]?.id ?? "", session: thread?.session as SessionId };
  };

  const isEmpty = ({ entries, thread }: Page["view"]) => entries.length === 0 && thread === null;

  describe("with an agent that works or waits for an answer", () => {
    it("end it only if the request says so", async () => {
      const { page, request, session } = await waiting();
      const busy = { code: "busy", message: expect.stringContaining("waits for your answer in “look”") };
      await expect(page.act({ type: "new" })).rejects.toMatchObject(busy);
      await page.act({ type: "show", session });
      await page.act({ type: "answer", request, answer: { decision: "once" } });
      await page.until("the reply", () => page.texts.includes("reply done"));
    });

    it("are not cleared: that would end it", async () => {
      const { stage, page, request } = await waiting();
      await expect(stage.workbenches.clear(page.workbench.id)).rejects.toMatchObject({ code: "busy" });
      await page.act({ type: "answer", request, answer: { decision: "once" } });
      await page.until("the reply", () => page.texts.includes("reply done"));
    });

    it("keep it running beside a new conversation, and bring it back with its request", async () => {
      const { stage, page, request } = await waiting();
      await page.act({ type: "draft", text: "for the first", cursor: 3, inputs: [] });
      await page.act({ type: "new", active: "keep" });
      const { alsoRunning, draft, telemetry } = await page.until("another conversation", isEmpty);
      expect(alsoRunning).toMatchObject([{ title: "look", state: "waiting", agent: "codex" }]);
      expect(draft).toBeNull();
      expect(telemetry).toEqual(noTelemetry);
      await page.send("meanwhile");
      await page.idle();
      expect(page.texts).toEqual(["prompt meanwhile", "reply reply to meanwhile"]);

      await page.act({ type: "switch", conversation: alsoRunning[0]?.id ?? "" });
      const back = await page.until("the first", () => page.texts.includes("prompt look"));
      expect(back.draft?.text).toBe("for the first");
      expect(back.approvals).toMatchObject([{ id: request, state: "open" }]);
      expect(back.alsoRunning).toEqual([]);
      await page.act({ type: "answer", request, answer: { decision: "once" } });
      await page.until("the reply", () => page.texts.includes("reply done"));
      expect(stage.agent.texts).toEqual(["look", "meanwhile"]);
    });

    it("show on every page what a kept one does, and what waits in it is sent", async () => {
      const { stage, page, newPage, request } = { ...(await waiting()), ...opened() };
      await page.send("and then");
      await page.act({ type: "new", active: "keep" });
      const other = await newPage();
      const { alsoRunning } = await other.until("the list", (view) => view.alsoRunning.length === 1);
      await other.act({ type: "switch", conversation: alsoRunning[0]?.id ?? "" });
      await page.until("the first", () => page.texts.includes("prompt look"));
      await page.act({ type: "answer", request, answer: { decision: "once" } });
      await page.act({ type: "new", active: "keep" });
      await page.until("it has finished", (view) => view.alsoRunning[0]?.state === "idle");
      expect(stage.agent.texts).toEqual(["look", "and then"]);
      await page.act({ type: "switch", conversation: alsoRunning[0]?.id ?? "" });
      await page.until("all of it", () => page.texts.includes("reply reply to and then"));
      expect(page.texts.filter((text) => text === "reply done")).toHaveLength(1);
    });

    it("stop it if that is wanted, and offer what waited for it in its own session only", async () => {
      const { stage, page, session } = await waiting();
      await page.send("and then");
      await page.act({ type: "new", active: "stop" });
      const { alsoRunning, draft } = await page.until("another conversation", isEmpty);
      expect(alsoRunning).toEqual([]);
      expect(draft).toBeNull();
      stage.agent.plays({});
      await page.act({ type: "show", session });
      await page.until("the first", () => page.texts.includes("prompt look"));
      expect(page.view.draft?.text).toBe("and then");
    });

    it("are taken to another run without ending it", async () => {
      const { stage, page } = await waiting();
      const { thread } = page.view;
      if (thread?.run == null) throw new Error("There is no run.");
      await page.act({ type: "new", active: "keep" });
      await page.until("another conversation", isEmpty);
      stage.agent.plays({ turns: [[step.request("second")]] });
      await page.send("two");
      await page.until("its request", ({ approvals }) => approvals.length > 0);
      await page.act({ type: "follow", run: thread.run });
      const { alsoRunning } = await page.until("the first", () => page.texts.includes("prompt look"));
      expect(alsoRunning).toMatchObject([{ title: "two", state: "waiting" }]);
    });
  });

  it("leave a draft with its session; words for a new one go along, and join what is written there", async () => {
    const { newPage } = opened();
    const page = await newPage();
    await page.live();
    await page.send("one");
    const { thread } = await page.idle();
    await page.act({ type: "draft", text: "for one", cursor: 7, inputs: [] });
    await page.act({ type: "new" });
    expect((await page.until("another conversation", isEmpty)).draft).toBeNull();
    await page.act({ type: "draft", text: "for any", cursor: 7, inputs: [] });
    await page.act({ type: "show", session: thread?.session as SessionId });
    const { draft } = await page.until("the first", () => page.texts.includes("prompt one"));
    expect(draft?.text).toBe("for any\n\nfor one");
    await page.act({ type: "new", draft: "a brief" });
    expect((await page.until("a new one", isEmpty)).draft).toMatchObject({ text: "a brief", cursor: 7 });
    expect(page.view.thread).toBeNull();
  });

  it("send what is written right after a new session was wanted in that one", async () => {
    const { stage, newPage } = opened();
    const page = await newPage();
    await page.live();
    await page.send("one");
    await page.idle();
    await Promise.all([page.act({ type: "new" }), page.send("two")]);
    await page.until("the answer", () => page.texts.includes("reply reply to two"));
    expect(page.texts).toEqual(["prompt two", "reply reply to two"]);
    expect(stage.agent.launches.map(({ thread }) => thread)).toEqual([null, null]);
  });

  describe("changes to review", () => {
    const reviewed = async () => {
      const { stage, newPage } = opened();
      stage.agent.plays({ turns: [[edit, step.reply("a", "written")]] });
      const page = await newPage();
      await page.live();
      await page.send("write");
      const { diffs, thread } = await page.until("a diff", (view) => view.diffs.length > 0);
      await page.idle();
      const diff = diffs[0]?.id ?? "";
      await page.act({ type: "select", diff, paths: ["new.txt"], isSelected: false });
      return { stage, page, diff, session: thread?.session as SessionId };
    };
    const isReviewed = ({ diffs }: Page["view"]) => diffs[0]?.documents[0]?.isSelected === false;

    it("are there again when their session is, after a new one", async () => {
      const { page, diff, session } = await reviewed();
      await page.act({ type: "new" });
      expect((await page.until("another conversation", isEmpty)).diffs).toEqual([]);
      await page.act({ type: "show", session });
      const { diffs } = await page.until("the changes", isReviewed);
      expect(diffs).toMatchObject([{ id: diff, documents: [{ path: "new.txt", state: "written" }] }]);
    });

    it("are there again after a restart in between", async () => {
      const { page, diff, session } = await reviewed();
      await page.act({ type: "new" });
      await page.send("another");
      await page.idle();
      const next = await opened().restarted();
      await next.live();
      await next.act({ type: "show", session });
      const { diffs } = await next.until("the changes", isReviewed);
      expect(diffs.map(({ id }) => id)).toEqual([diff]);
    });

    it("of an agent that ran beside another conversation are there after a restart, with its requests and draft", async () => {
      const { page, session } = await waiting([[edit, step.request("r")]]);
      await page.act({ type: "draft", text: "for the first", cursor: 0, inputs: [] });
      await page.act({ type: "new", active: "keep" });
      await page.until("another conversation", isEmpty);
      const next = await opened().restarted();
      await next.live();
      await next.act({ type: "show", session });
      const view = await next.until("the first", () => next.texts.includes("prompt look"));
      expect(view.draft?.text).toBe("for the first");
      expect(view.diffs).toHaveLength(1);
      await next.until("its request", ({ approvals }) => approvals[0]?.state === "expired");
    });
  });
}
