import { expect, test } from "vitest";
import { problemWithNode } from "./needed-node.ts";

test.each(["22.19.0", "22.23.1", "23.8.0", "24.0.0", "26.10.0", "100.0.0", "24.0.0-nightly2026"])(
  "Node %s will do",
  (version) => {
    expect(problemWithNode(version)).toBe(null);
  },
);

test.each(["22.18.9", "22.9.0", "23.7.0", "20.20.2", "18.20.8", "6.0.0", "0.12.7"])(
  "Node %s is too old, and one sentence says what to install",
  (version) => {
    const problem = problemWithNode(version);
    expect(problem).toContain(`Node ${version} is too old. Install Node 24 or later`);
    expect(problem).not.toContain("\n");
  },
);
