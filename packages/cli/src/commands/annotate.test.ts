import { annotatedSchema, sessionAnnotationSchema, tagsSchema } from "@reprise/model/schema";
import { annotationsOver } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { libraryWith } from "../../test/support/library.ts";
import { run } from "../../test/support/run.ts";
import { session } from "../../test/support/sessions.ts";
import { exitCodes } from "../exit.ts";

const contents = { sessions: [session("aaa"), session("bbb"), session("old", { archived: true })] };

/** Several command lines on the same sessions. */
function terminal() {
  const annotations = annotationsOver(libraryWith(contents));
  const asked = { contents, openAnnotations: async () => annotations };
  return (line: string | readonly string[]) => run(line, asked);
}

describe("name", () => {
  test("names a session, prints the name, and each time says how to undo it", async () => {
    const reprise = terminal();
    const named = await reprise(["name", "codex:aaa", "login", "work"]);
    expect(named.stdout).toBe('Named "login work".\nTo undo: reprise name codex:aaa --clear\n');
    expect((await reprise("name codex:aaa")).stdout).toBe("login work\n");
    expect((await reprise(["name", "aaa", "it's new"])).stdout).toContain(
      "To undo: reprise name codex:aaa 'login work'\n",
    );
    expect((await reprise("name codex:aaa --clear")).stdout).toBe(
      "The name is removed.\nTo undo: reprise name codex:aaa 'it'\\''s new'\n",
    );
    expect((await reprise("name codex:aaa")).stdout).toBe("codex:aaa has no name that you gave.\n");
    expect((await reprise("name codex:aaa --clear")).stdout).toBe("codex:aaa has no name that you gave.\n");
  });

  test("--dry-run changes nothing, --json is the contract", async () => {
    const reprise = terminal();
    expect((await reprise("name aaa new --dry-run")).stdout).toBe("Would name codex:aaa new.\n");
    const line = JSON.parse((await reprise("name aaa new --json")).stdout);
    expect(annotatedSchema.parse(line)).toMatchObject({ before: { name: null }, after: { name: "new" } });
    const read = JSON.parse((await reprise("name aaa --json")).stdout);
    expect(sessionAnnotationSchema.parse(read)).toMatchObject({ annotation: { name: "new" } });
  });

  test.each([
    [["name", "aaa", "a\nb"], "one line of plain text"],
    [["name", "aaa", "\u001b]0;x\u0007"], "control characters"],
    [["name", "aaa", "x".repeat(201)], "at most 200 characters"],
    [["name", "aaa", " "], "at least one character"],
    [["name", "aaa", "x", "--clear"], "not both"],
    [["name", "zzz", "x"], "zzz"],
  ])("%j is refused", async (line, why) => {
    const ran = await terminal()(line);
    expect(ran.code).not.toBe(exitCodes.done);
    expect(ran.stderr).toContain(why);
    expect(ran.stderr).not.toContain("\u001b");
  });
});

describe("tag", () => {
  test("adds to several sessions, removes, clears and lists", async () => {
    const reprise = terminal();
    const added = await reprise("tag codex:aaa codex:bbb ui/login bug");
    expect(added.stdout).toBe(
      [
        "codex:aaa: bug ui/login",
        "To undo: reprise tag codex:aaa --remove bug --remove ui/login",
        "codex:bbb: bug ui/login",
        "To undo: reprise tag codex:bbb --remove bug --remove ui/login\n",
      ].join("\n"),
    );
    expect((await reprise("tag aaa --remove BUG new")).stdout).toContain(
      "codex:aaa: new ui/login\nTo undo: reprise tag codex:aaa bug --remove new\n",
    );
    expect((await reprise("tag aaa")).stdout).toBe("new ui/login\n");
    expect((await reprise("tag")).stdout).toBe("bug       1 session\nnew       1 session\nui/login  2 sessions\n");
    expect(tagsSchema.parse(JSON.parse((await reprise("tag --json")).stdout)).tags).toHaveLength(3);
    expect((await reprise("tag bbb --clear --dry-run")).stdout).toBe("Would remove all tags.\n");
    expect((await reprise("tag bbb --clear")).stdout).toContain(
      "codex:bbb: no tags\nTo undo: reprise tag codex:bbb bug ui/login",
    );
    expect((await reprise("tag bbb")).stdout).toBe("codex:bbb has no tags.\n");
  });

  test("with one bad word nothing is changed", async () => {
    const reprise = terminal();
    expect((await reprise(["tag", "aaa", "good", "two words"])).stderr).toContain('"two words" is not a tag');
    expect((await reprise("tag aaa codex:zzz good")).code).toBe(exitCodes.nothingFound);
    expect((await reprise("tag --remove x")).code).toBe(exitCodes.badUse);
    expect((await reprise("tag")).stdout).toBe("No tags yet. To add one: reprise tag ID TAG\n");
  });
});

describe("hide and archive", () => {
  test.each([
    ["hide", "Hid codex:aaa", "codex:aaa is listed again.", "was not hidden"],
    ["archive", "Archived codex:aaa", "codex:aaa is no longer archived by you.", "was not archived"],
  ])("%s several, and undo it", async (command, did, undid, not) => {
    const reprise = terminal();
    expect((await reprise(`${command} aaa bbb --dry-run`)).stdout).toMatch(
      /^Would .*codex:aaa\.\nWould .*codex:bbb\.\n$/,
    );
    const done = await reprise(`${command} aaa bbb`);
    expect(done.stdout).toContain(did);
    expect(done.stdout).toContain(`To undo: reprise ${command} codex:bbb --undo\n`);
    expect((await reprise(`${command} aaa`)).stdout).toContain("is already");
    expect((await reprise(`${command} aaa --undo`)).stdout).toBe(`${undid}\n`);
    expect((await reprise(`${command} aaa --undo`)).stdout).toContain(not);
    expect((await reprise(command)).code).toBe(exitCodes.badUse);
  });

  test("what its agent archived stays so, and it says why", async () => {
    expect((await terminal()("archive old --undo")).stdout).toBe(
      "codex:old is archived by its agent. Reprise does not change the agent's files.\n",
    );
  });
});

describe("list", () => {
  test("takes tags, hidden sessions and an order", async () => {
    const { library } = await run("list --all --tag bug --hidden --sort size --json", { contents });
    expect(library.asked.query).toMatchObject({ tag: "bug", includeHidden: true, order: "size" });
    expect((await run("list --sort name", { contents })).code).toBe(exitCodes.badUse);
  });

  test("shows tags and what is hidden", async () => {
    const sessions = [session("aaa", { tags: ["bug", "ui"], name: "Mine" }), session("bbb", { hidden: true })];
    const { stdout } = await run("list --all", { contents: { sessions }, terminal: 100 });
    expect(stdout).toContain("Mine · Fix the flaky test");
    expect(stdout).toContain("#bug #ui");
    expect(stdout).toContain("1 hidden by you (--hidden)");
    expect(stdout).not.toContain("codex:bbb");
    const all = await run("list --all --hidden", { contents: { sessions }, terminal: 100 });
    expect(all.stdout).toContain("hidden by you");
  });
});
