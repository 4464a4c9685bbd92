import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { withHeadStart } from "./head-start.ts";

/** Answers with how often it was asked; keeps the signals. */
function counted() {
  const asked: { readonly path: string; readonly signal: AbortSignal | null | undefined }[] = [];
  const call = async (path: string, init?: RequestInit) => {
    asked.push({ path, signal: init?.signal });
    if (path === "/broken") throw new TypeError("not reached");
    return new Response(String(asked.length));
  };
  return { asked, call };
}

const textOf = async (answer: Promise<Response>) => (await answer).text();

describe("a request with a head start", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("is asked at once, and answered once with that", async () => {
    const { asked, call } = counted();
    const early = withHeadStart(call, { "/about": {} });
    expect(asked.map(({ path }) => path)).toEqual(["/about"]);
    expect(await textOf(early("/other"))).toBe("2");
    expect(await textOf(early("/about"))).toBe("1");
    expect(await textOf(early("/about"))).toBe("3");
  });

  test("is not the answer to something that changes", async () => {
    const { call } = counted();
    expect(await textOf(withHeadStart(call, { "/about": {} })("/about", { method: "POST" }))).toBe("2");
  });

  test("ends when whoever took it leaves, or when nobody takes it", async () => {
    const { asked, call } = counted();
    const early = withHeadStart(call, { "/news": {}, "/about": {} });
    const leaving = new AbortController();
    await early("/news", { signal: leaving.signal });
    leaving.abort();
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    vi.runAllTimers();
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
    expect(await textOf(early("/about"))).toBe("3");
  });

  test("fails for whoever takes it", async () => {
    const early = withHeadStart(counted().call, { "/broken": {} });
    await expect(early("/broken")).rejects.toThrow("not reached");
  });
});
