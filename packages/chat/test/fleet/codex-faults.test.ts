import { codex, startMachine } from "@reprise/testkit";
import { startPostgres } from "@reprise/testkit/postgres";
import { expect, it } from "vitest";
import { isWhole, mostMs, problemsAfter, someFaults } from "./chaos.ts";

// With the echo agent in `npm test`: see faults.test.ts.
it.runIf(isWhole)(
  "workers that fail at random lose and double no message to the real Codex",
  async () => {
    const machine = await startMachine("fleet-codex", codex);
    const server = await startPostgres();
    try {
      const { env } = machine;
      const faults = someFaults(100, 10);
      const chaos = { seed: 100, size: [6, 10], workerCount: 4, faults, agent: "codex", env } as const;
      expect(await problemsAfter(server, chaos)).toEqual([]);
    } finally {
      await server.close();
      await machine.close();
    }
  },
  mostMs,
);
