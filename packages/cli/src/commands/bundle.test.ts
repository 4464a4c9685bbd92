import { describe, expect, test } from "vitest";
import { run } from "../../test/support/run.ts";

describe("bundle", () => {
  test("needs a file to write to", async () => {
    const { code, stderr } = await run("bundle codex:x");
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("-o FILE") });
  });
});

describe("unbundle", () => {
  test.each([
    ["unbundle", /FILE/],
    ["unbundle x --map /a", /--map needs two absolute paths, OLD=NEW/],
    ["unbundle x --map a=/b", /--map needs two absolute paths, OLD=NEW/],
    ["unbundle x --max-size much", /--max-size is a size such as 8G/],
  ])("%s is no use", async (line, why) => {
    const { code, stderr } = await run(line);
    expect(code).toBe(2);
    expect(stderr).toMatch(why);
  });

  test("names a file that does not exist", async () => {
    const { code, stderr } = await run("unbundle none.bundle");
    expect(code).toBe(3);
    expect(stderr).toContain("/home/shop/none.bundle does not exist");
  });
});
