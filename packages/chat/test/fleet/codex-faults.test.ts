import { codex, startMachine } from "@reprise/testkit";
import { startPostgres } from "@reprise/testkit/postgres";
import { expect, it } from "vitest";
import { type Chaos, isWhole, mostMs, problemsAfter, someFaults } from "./chaos.ts";

it(
  "workers that fail at random lose and double no message to the real Codex",
  async () => {
    const machine = await startMachine("fleet-codex", codex);
    const server = await startPostgres();
    try {
      const { env } = machine;
      const sample: Chaos = { seed: 100, size: [2, 2], workerCount: 2, faults: ["kill"], agent: "codex", env };
      const whole: Chaos = { ...sample, size: [6, 10], workerCount: 4, faults: someFaults(100, 10) };
      expect(await problemsAfter(server, isWhole ? whole : sample)).toEqual([]);
    } finally {
      await server.close();
      await machine.close();
    }
  },
  mostMs,
);
