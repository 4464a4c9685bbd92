import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "packages/*/test/**/*.test.ts",
      "scripts/**/*.test.ts",
      "bench/**/*.test.ts",
    ],
    // Limits against hanging, not measures of speed: the machine may be shared.
    // As many as the smallest machine has cores: most of the time goes to waiting for agents.
    maxWorkers: 2,
    // What a file leaves behind the next one meets: each cleans up after itself. Loading all modules for each file anew took
    // a sixth of the time.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    env: { TZ: "UTC" },
  },
});
