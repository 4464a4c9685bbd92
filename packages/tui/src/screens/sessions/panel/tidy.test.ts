import { type Annotation, noAnnotation, type SessionId } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { Driven } from "../../../../test/support/drive.ts";
import { summary } from "../../../../test/support/plans.ts";
import { pageTold, sessionsFrom } from "../../../../test/support/session-list.ts";
import { testWorld } from "../../../../test/support/world.ts";
import { begin, sessionsScreen } from "../index.ts";

const session = "codex:t1" as SessionId;
const listed = () =>
  new Driven(sessionsScreen, begin(testWorld()), { columns: 100, rows: 24 }).tell(pageTold(sessionsFrom(5)));
const tidying = (given: Partial<Annotation> = {}) =>
  listed()
    .press("t")
    .tell({ type: "tidy", session, annotation: { ...noAnnotation, ...given } });
const change = (driven: ReturnType<typeof listed>) => driven.tasks.at(-1);

describe("tidying up", () => {
  it("shows what is noted about the session", () => {
    expect(listed().press("t").tasks.at(-1)).toEqual({ do: "tidy", session });
    const driven = tidying({ name: "Cart", tags: ["a", "b"], isHidden: true });
    expect(driven.text).toMatch(/name +Cart/);
    expect(driven.text).toMatch(/tags +#a #b/);
    expect(driven.text).toContain("list it again");
    expect(driven.text).toContain("archive it");
    expect(driven.press("escape").state.panel).toBeNull();
  });

  it("saves a name that is typed; nothing typed removes it; Esc leaves it", () => {
    const driven = tidying().press("enter", '"My cart t"');
    expect(driven.text).toContain("Name: My cart t");
    driven.press("enter");
    expect(change(driven)).toEqual({ do: "annotate", session, change: { name: "My cart t" } });
    expect(change(tidying({ name: "Old" }).press("enter", "ctrl+u", "enter"))).toMatchObject({
      change: { name: null },
    });
    const left = tidying({ name: "Old" }).press("enter", '"er"', "escape");
    expect(left.state.panel).toMatchObject({ kind: "tidy", field: null });
    expect(left.tasks.filter((task) => task.do === "annotate")).toEqual([]);
  });

  it("takes a pasted name as one line, without its end", () => {
    const driven = tidying().press("enter").tell({ type: "paste", text: "login\trewrite\r\n" }).press("enter");
    expect(change(driven)).toMatchObject({ change: { name: "login rewrite" } });
    const hostile = tidying().press("enter").tell({ type: "paste", text: "a\u202eb" });
    expect(hostile.text).not.toContain("\u202e");
    expect(change(hostile.press("enter"))).toMatchObject({ change: { name: "a\u202eb" } });
  });

  it("opens at once: a key that follows is not for the list", () => {
    const driven = listed().press("t", "j", "enter", '"shop"', "enter");
    expect(change(driven)).toMatchObject({ do: "annotate", change: { tags: ["shop"] } });
    expect(driven.went).toEqual([]);
  });

  it("takes tags with blanks, commas or # between them", () => {
    const driven = tidying({ tags: ["old"] }).press("down", "enter", '" #new, shop"', "enter");
    expect(change(driven)).toMatchObject({ change: { tags: ["old", "new", "shop"] } });
  });

  it("hides and archives, and back", () => {
    expect(change(tidying().press("down", "down", "enter"))).toMatchObject({ change: { isHidden: true } });
    expect(change(tidying({ isArchived: true }).press("j", "j", "j", "enter"))).toMatchObject({
      change: { isArchived: false },
    });
    expect(change(tidying().click("hide it from lists"))).toMatchObject({ change: { isHidden: true } });
  });

  it("keeps what was typed where it cannot be saved, and says why", () => {
    const driven = tidying().press("down", "enter", '"??"', "enter");
    driven.tell({ type: "failed", reason: '"??" is not a tag.' });
    expect(driven.text).toContain('"??" is not a tag.');
    expect(driven.press("backspace").text).toContain("Tags: ?");
  });

  it("says what was done, reads the list again, and u undoes it once", () => {
    const driven = tidying().press("down", "down", "enter");
    const annotated = { session, before: noAnnotation, after: { ...noAnnotation, isHidden: true } };
    driven.tell({ type: "annotated", annotated, isUndo: false });
    expect(driven.text).toContain("Hidden: lists and searches leave it out. u undoes it.");
    expect(driven.state.panel).toBeNull();
    expect(driven.tasks.at(-1)).toMatchObject({ do: "list", reach: "refresh" });
    driven.press("u");
    expect(change(driven)).toEqual({ do: "undo", changed: annotated });
    driven.tell({
      type: "annotated",
      annotated: { session, before: annotated.after, after: annotated.before },
      isUndo: true,
    });
    expect(driven.text).toContain("Undone.");
    expect(driven.press("u").text).toContain("There is nothing to undo.");
  });

  it("a change that is saved late leaves the panel of another session open, and what is typed there", () => {
    const driven = tidying().press("down", "down", "enter", "escape", "down", "t", "enter", '"qui"');
    const annotated = { session, before: noAnnotation, after: { ...noAnnotation, isHidden: true } };
    driven.tell({ type: "annotated", annotated, isUndo: false }).press('"et"');
    expect(driven.state.panel).toMatchObject({ session: "codex:t2", field: { text: "quiet" } });
    expect(driven.went).toEqual([]);
    driven.press("enter");
    expect(change(driven)).toMatchObject({ session: "codex:t2", change: { name: "quiet" } });
  });

  it("an undo leaves an open panel as it is, with what is noted now", () => {
    const driven = tidying({ isHidden: true }).press("enter", '"qui"');
    const annotated = { session, before: { ...noAnnotation, isHidden: true }, after: noAnnotation };
    driven.tell({ type: "annotated", annotated, isUndo: true }).press('"et"');
    expect(driven.state.panel).toMatchObject({ field: { text: "quiet" }, annotation: { isHidden: false } });
  });

  it("reads every row again, so that one far down shows what was noted", () => {
    const many = sessionsFrom(700);
    const driven = listed().tell(pageTold(many.slice(0, 600), { total: 700, next: "more" }));
    driven.press("end").tell(pageTold(many.slice(600), { total: 700 }, { reach: "more" }));
    expect(driven.text).toMatch(/› Task 700 /);
    const annotated = {
      session: "codex:t700" as SessionId,
      before: noAnnotation,
      after: { ...noAnnotation, name: "N" },
    };
    driven.tell({ type: "annotated", annotated, isUndo: false });
    const task = driven.tasks.at(-1);
    expect(task).toMatchObject({ do: "list", reach: "refresh" });
    expect(task?.do === "list" && task.query.limit).toBeGreaterThanOrEqual(700);
  });

  it("reads every row again also if a page was on its way when it was saved", () => {
    const many = sessionsFrom(700);
    const driven = listed()
      .tell(pageTold(many.slice(0, 600), { total: 700, next: "more" }))
      .press("end");
    const annotated = {
      session: "codex:t500" as SessionId,
      before: noAnnotation,
      after: { ...noAnnotation, name: "N" },
    };
    driven.tell({ type: "annotated", annotated, isUndo: false });
    driven.tell(pageTold(many.slice(600), { total: 700 }, { reach: "more" }));
    const task = driven.tasks.findLast((one) => one.do === "list");
    expect(task?.do === "list" && task.reach === "refresh" && task.query.limit).toBeGreaterThanOrEqual(700);
  });

  it("tags are in the row and in the details", () => {
    const driven = listed().tell(pageTold([summary("x", { title: "Add a cart", tags: ["shop", "urgent"] })]));
    expect(driven.text).toMatch(/› Add a cart +#shop #urgent {2}codex /);
    expect(driven.text).toMatch(/tags +#shop #urgent/);
  });
});

describe("sorting", () => {
  it("z goes through newest, largest and most turns, and the title says which", () => {
    const driven = listed();
    for (const [order, words] of [
      ["size", "This project · by size"],
      ["turns", "This project · by turns"],
      [undefined, "This project"],
    ] as const) {
      driven.press("z");
      const task = driven.tasks.findLast((one) => one.do === "list");
      expect(task?.do === "list" && task.query.order).toBe(order);
      driven.tell(pageTold(sessionsFrom(5), {}, { epoch: driven.state.list.epoch }));
      expect(driven.text.split("\n")[0]).toMatch(new RegExp(`^Showing 1–5 of 5 · ${words} {2,}~/shop$`));
    }
  });

  it("does not order what is searched", () => {
    const driven = listed().press("z");
    driven.tell(pageTold(sessionsFrom(5), {}, { epoch: 1 })).press("s", '"task"');
    const task = driven.tasks.findLast((one) => one.do === "search");
    expect(task?.do === "search" && "order" in task.query).toBe(false);
  });

  it("keeps the rows behind a page that is read again in their order", () => {
    const sized = sessionsFrom(300).map((one, index) => ({ ...one, sizeBytes: 1_000 - index }));
    const driven = listed().press("z");
    driven.tell(pageTold(sized.slice(0, 250), { total: 300, next: "more" }, { epoch: 1 }));
    driven.tell({ type: "changed", sessions: null });
    driven.tell(pageTold(sized.slice(0, 50), { total: 300, next: "x" }, { epoch: 1, reach: "refresh" }));
    expect(driven.state.list.rows.map(({ title }) => title)).toEqual(sized.slice(0, 250).map(({ title }) => title));
  });
});
