import { asThreadId, type ThreadId } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { refusal, useStage } from "../../../../test/codex-driver/stage.ts";

const thread = asThreadId("01a1e0b5-021f-7ab0-a082-5e0c3412cbb8");
const other = "01a1e0b5-021f-7ab0-a082-5e0c3412cbb9";

describe("an older Codex", () => {
  const used = useStage();
  const calls = () => used.stage.sent.map((line) => JSON.parse(line)).filter(({ method }) => method !== undefined);
  const methods = () => calls().map(({ method }) => method as string);
  const fork = (version: string | null, afterTurn: string | null) =>
    used.stage.fake({ version, thread: other }, {}, { thread, afterTurn });

  test("that ignores where to fork is not asked to: no thread is made, and the release that can is named", async () => {
    for (const version of ["0.80.0", "0.142.0", "0.144.9"]) {
      used.stage.sent.length = 0;
      const failure = await refusal(fork(version, "turn-1"));
      expect(failure.kind).toBe("agent-outdated");
      expect(failure.message).toMatch(
        new RegExp(`^Codex ${version} cannot fork a session after an earlier turn\\. 0\\.145 or newer can\\. Update`),
      );
      expect(methods()).toEqual(["initialize"]);
    }
    expect((await fork("0.145.0", "turn-1")).thread).toBe(other);
    expect((await fork("0.80.0", null)).thread).toBe(other);
  });

  test("that does not say its release forks whole sessions only", async () => {
    expect(await refusal(fork(null, "turn-1"))).toMatchObject({ kind: "agent-outdated" });
    expect((await fork(null, null)).thread).toBe(other);
  });

  test("without thread/fork is not asked to fork", async () => {
    expect(await refusal(fork("0.77.0", null))).toMatchObject({
      kind: "agent-outdated",
      message: expect.stringContaining("0.80 or newer can"),
    });
  });

  test("that takes no history is told none, before a thread is made for it", async () => {
    used.stage.sent.length = 0;
    const old = used.stage.fake({ version: "0.120.0" }, {}, null, { needs: ["inject"] });
    expect(await refusal(old)).toMatchObject({
      kind: "agent-outdated",
      message: expect.stringMatching(/0\.121 or newer can/),
    });
    expect(methods()).toEqual(["initialize"]);
    const next = await used.stage.fake({ version: "0.121.0" }, {}, null, { needs: ["inject"] });
    expect(next.thread).toBe(thread);
  });

  test("than 0.63 is refused as a whole", async () => {
    expect(await refusal(used.stage.fake({ version: "0.61.0" }))).toMatchObject({
      kind: "agent-outdated",
      message: expect.stringMatching(/^Codex 0\.61\.0 cannot be driven by Reprise\. 0\.63 or newer can\./),
    });
  });

  test.each<[string, string, string, ThreadId | null]>([
    ["0.66.0", "readOnly", "never", null],
    ["0.66.0", "readOnly", "never", thread],
    ["0.72.0", "read-only", "never", null],
  ])("%s is given sandboxes in its own words", async (version, sandbox, approvalPolicy, wanted) => {
    used.stage.sent.length = 0;
    await used.stage.fake({ version }, {}, wanted);
    const opened = calls().find(({ method }) => /^thread\/(?:start|resume)$/.test(method));
    expect(opened?.params).toMatchObject({ sandbox, approvalPolicy });
  });
});
