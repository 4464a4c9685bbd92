import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long first: the last one to start ends the run. */
const long =
  /editor\.test|features\.test|(?:container|docker)-sandbox|live-chat|compacted|repair-others|opencode\/.*(?:live|fork|import)|growth/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "packages/*/test/**/*.test.ts",
      "scripts/**/*.test.ts",
      "bench/**/*.test.ts",
    ],
    // Limits against hanging, not measures of speed: the machine may be shared.
    // One more than the smallest machine has cores: a third of the time goes to waiting for agents.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // What a file leaves behind the next one meets: each cleans up after itself. Loading all modules for each file anew took
    // a sixth of the time.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    env: { TZ: "UTC" },
  },
});
