import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { type TestKind, testsByKind } from "./scripts/test-kinds.ts";

/** Files that take long first: the last one to start ends its kind. */
const long =
  /editor\.test|features\.test|live-chat|compacted|ai-sdk|project-kills|review-interruptions|opencode-live|opencode\/.*(?:live|fork|import)|codex-project|live-wider|live-when-reset|faults|scripts\/pack\.test|excerpts|growth|sandbox\.test|workspace-git|app-conversation|unsent-prompt|workbench-day|\/demo\.test|page\/(?:workbench|reviews|projects|encrypted|away)\.test/;

/** In this order, without a pause between two that share their workers: what comes last has many short files. */
const kinds: readonly TestKind[] = ["contract", "unit", "live", "walks"];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification) =>
      kinds.indexOf(project.name as TestKind) * 2 + (long.test(moduleId) ? 0 : 1);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

/** What waits for other programs has more workers than there are cores; not many more, for an agent's start takes seconds of a core. */
const cores = availableParallelism();
const workers: Record<TestKind, number> = { unit: cores + 1, contract: cores + 1, walks: cores * 2, live: cores * 2 };
const tests = testsByKind();

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // What a file leaves behind the next one meets: each cleans up after itself. Loading all modules for each file anew took
    // a sixth of the time.
    isolate: false,
    // Limits against hanging, not measures of speed: the machine may be shared.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Programs of ours that tests start share their compiled code.
    env: { TZ: "UTC", NODE_COMPILE_CACHE: fileURLToPath(new URL(".reprise-setup/compiled", import.meta.url)) },
    projects: kinds.map((name) => ({
      extends: true,
      test: {
        name,
        include: tests[name],
        maxWorkers: workers[name],
        sequence: { groupOrder: name === "walks" || name === "live" ? 1 : 0 },
        // They depend on other programs and on the machine; `second-try.ts` names those that needed it.
        retry: name === "unit" ? 0 : 1,
        setupFiles: [
          ...(name === "unit" ? ["unit-guard"] : []),
          ...(process.env.REPRISE_TEST_CPU ? ["cpu-of-tests"] : []),
        ].map((file) => fileURLToPath(new URL(`scripts/${file}.ts`, import.meta.url))),
      },
    })),
  },
});
