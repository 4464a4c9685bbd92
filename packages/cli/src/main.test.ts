import { Writable } from "node:stream";
import { SessionError, type SessionErrorCode } from "@reprise/model";
import { errorSchema, warningSchema } from "@reprise/model/schema";
import { describe, expect, test } from "vitest";
import { run } from "../test/support/run.ts";
import { session, turn } from "../test/support/sessions.ts";
import { commandNames } from "./arguments/commands.ts";

describe("exit codes", () => {
  test.each([
    ["bad-use", 2],
    ["ambiguous", 2],
    ["not-found", 3],
    ["busy", 4],
    ["refused", 5],
    ["unreadable", 1],
    ["newer-version", 1],
    ["not-saved", 1],
  ] satisfies [SessionErrorCode, number][])("%s is %i", async (code, expected) => {
    const failure = new SessionError(code, "It did not work. Try again.", {
      candidates: ["codex:a", "codex:b"],
    });
    const ran = await run("list", { contents: { failure } });
    expect(ran).toMatchObject({ code: expected, stdout: "" });
    const candidates = code === "bad-use" ? "" : "  codex:a\n  codex:b\n";
    expect(ran.stderr).toBe(`reprise: It did not work. Try again.\n${candidates}`);
  });

  test("an error nobody planned for is 1 and keeps its stack", async () => {
    const ran = await run("list", { contents: { failure: new TypeError("x is not a function") } });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("TypeError: x is not a function\n    at ");
  });

  test("bad use does not open the library", async () => {
    const ran = await run("list --frob");
    expect([ran.code, ran.opened]).toEqual([2, []]);
  });
});

describe("with --json", () => {
  test.each(["lst --json", "list --json --limit x", "show nothing --json", "list --json --cursor nonsense"])(
    "%s tells its error as one JSON line on stderr, and nothing on stdout",
    async (line) => {
      const ran = await run(line, { contents: { sessions: [session("a")] } });
      expect(ran.stdout).toBe("");
      expect(ran.stderr.trimEnd().split("\n")).toHaveLength(1);
      errorSchema.parse(JSON.parse(ran.stderr));
    },
  );

  test("code, message and candidates are those of the error", async () => {
    const ran = await run("show nothing --json", { contents: { sessions: [session("a")] } });
    expect(JSON.parse(ran.stderr)).toEqual({
      error: {
        code: "not-found",
        message: 'There is no session "nothing".',
        candidates: ["codex:a"],
        resetsAt: null,
      },
    });
  });

  test("an unplanned error has the code unexpected", async () => {
    const ran = await run("list --json", { contents: { failure: new Error("boom") } });
    expect(errorSchema.parse(JSON.parse(ran.stderr)).error.code).toBe("unexpected");
  });
});

describe("warnings", () => {
  const warnings = [{ kind: "unreadable", path: "/home/me/.codex/\u001b[2Jx", detail: "EACCES" }] as const;

  test("are sentences on stderr; the answer stands", async () => {
    const ran = await run("list --all", { contents: { sessions: [session("a")], warnings } });
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("codex:a");
    expect(ran.stderr).toBe("reprise: warning: /home/me/.codex/\\x1b[2Jx: EACCES\n");
  });

  test("are JSON lines on stderr with --json", async () => {
    const ran = await run("list --json", { contents: { warnings } });
    expect(warningSchema.parse(JSON.parse(ran.stderr)).warning).toEqual(warnings[0]);
  });

  test("are told even when the command failed", async () => {
    const ran = await run("show x", { contents: { warnings } });
    expect(ran.stderr).toContain("warning");
    expect(ran.library.isClosed).toBe(true);
  });
});

describe("progress", () => {
  const report = { stage: "text", doneCount: 5, totalCount: 10, doneBytes: 1, totalBytes: 2 } as const;
  const clock = () => {
    let now = 0;
    return () => {
      now += 5000;
      return new Date(now);
    };
  };

  test("goes to stderr, also with --json, and never to stdout", async () => {
    const ran = await run("list --json", { progress: [report], now: clock() });
    expect(ran.stderr).toBe("Indexing text: 5 of 10 (1 B of 2 B)\n");
    expect(() => JSON.parse(ran.stdout)).not.toThrow();
  });

  test("is gone from the terminal before the answer", async () => {
    const order: string[] = [];
    const stream = (name: string) =>
      new Writable({
        write(piece, _encoding, done) {
          order.push(`${name}:${piece}`);
          done();
        },
      });
    const isTerminal = { stdin: true, stdout: true, stderr: true };
    await run("reindex", {
      progress: [report],
      now: clock(),
      isTerminal,
      stdout: stream("out"),
      stderr: stream("err"),
    });
    expect(order.filter((text) => text !== "out:")).toEqual([
      "err:\r\u001b[KIndexing text: 5 of 10 (1 B of 2 B)",
      "err:\r\u001b[K",
      "out:Indexed 0 sessions (4.1 kB).\n",
    ]);
  });
});

describe("a reader that goes away", () => {
  const turns = Array.from({ length: 500 }, (_, index) =>
    turn(index + 1, [{ kind: "reply", text: "x".repeat(10_000) }]),
  );
  const contents = { sessions: [session("a")], turns };

  test.each(["show a", "show a --json", "export a", "list --all"])("%s ends quietly with 0", async (line) => {
    const stdout = closing(20_000);
    const ran = await run(line, { contents, stdout: stdout.stream });
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    expect(stdout.written()).toBeLessThan(200_000);
    expect(ran.library.isClosed).toBe(true);
  });

  test("a full disk behind stdout is a failure", async () => {
    const stdout = closing(0, "ENOSPC");
    const ran = await run("list", { contents, stdout: stdout.stream });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toBe("reprise: The output could not be written (ENOSPC).\n");
  });
});

test("a slow reader is waited for: no more than its buffer is ever queued", async () => {
  const turns = Array.from({ length: 200 }, (_, index) =>
    turn(index + 1, [{ kind: "reply", text: "x".repeat(10_000) }]),
  );
  let most = 0;
  const stdout: Writable = new Writable({
    highWaterMark: 16_384,
    write(_piece, _encoding, done) {
      most = Math.max(most, stdout.writableLength);
      setImmediate(done);
    },
  });
  await run("show a --json", { contents: { sessions: [session("a")], turns }, stdout });
  expect(most).toBeLessThan(64_000);
});

describe("help and version", () => {
  test("--version prints the version alone", async () => {
    expect(await run("--version")).toMatchObject({ code: 0, stdout: "1.2.3\n", stderr: "", opened: [] });
  });

  test.each(["--help --all", "-h --all", "help --all"])("%s names every command", async (line) => {
    const ran = await run(line);
    expect([ran.code, ran.opened]).toEqual([0, []]);
    for (const name of commandNames()) expect(ran.stdout).toContain(`\n  ${name}`);
    expect(ran.stdout).toContain("Example: reprise list --all");
  });

  test.each(commandNames())("%s --help has usage, options and an example", async (name) => {
    const [asked, other] = [await run(`${name} --help`), await run(`help ${name}`)];
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain(`Usage: reprise ${name}`);
    expect(asked.stdout).toContain("--json");
    expect(asked.stdout).toContain(`Example: reprise ${name}`);
    expect(other.stdout).toBe(asked.stdout);
  });

  test("help on what does not exist is bad use", async () => {
    expect((await run("help lst")).code).toBe(2);
  });
});

test("--codex-home is given to the library, from every command, as whole paths", async () => {
  for (const line of ["list", "show a", "search x", "export a", "doctor", "usage", "reindex"]) {
    const ran = await run(`${line} --codex-home /a --codex-home b`, {
      contents: { sessions: [session("a")] },
    });
    expect(ran.opened).toEqual([{ homes: { codex: ["/a", "/home/shop/b"] } }]);
  }
});

function closing(afterBytes: number, code = "EPIPE"): { stream: Writable; written(): number } {
  let written = 0;
  const stream = new Writable({
    write(piece: Buffer, _encoding, done) {
      written += piece.length;
      const error = Object.assign(new Error(`write ${code}`), { code });
      setImmediate(() => done(written > afterBytes ? error : null));
    },
  });
  return { stream, written: () => written };
}
