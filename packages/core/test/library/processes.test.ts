import { spawn } from "node:child_process";
import { bundleScript, promptTurn } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { all, home, open, put, seed, useHome } from "./stage.ts";

useHome();

describe("several processes", () => {
  it("read and index the same sessions at once, and none is lost", async () => {
    for (let count = 0; count < 300; count += 1)
      put(
        seed(`s${count}`, count % 60, {
          turns: [promptTurn(`question ${count}`), promptTurn("common word")],
        }),
      );
    const script = bundleScript(new URL("../list-and-search.ts", import.meta.url));
    const runs = Array.from({ length: 4 }, () => runChild(script, [home.root]));
    const results = await Promise.all(runs);
    for (const result of results) expect(result).toEqual({ total: 300, hits: 900, warnings: [] });
    expect((await open().list(all)).total).toBe(300);
  });

  function runChild(script: string, args: string[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
      let output = "";
      child.stdout.on("data", (piece: Buffer) => (output += piece.toString()));
      child.on("close", (code) => (code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`exit ${code}`))));
    });
  }
});
