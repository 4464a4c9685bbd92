import type { Reporter, TestCase } from "vitest/node";

/** Names the tests that passed only when they were tried again, so that none is forgotten. */
export default class SecondTry implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#names.length === 0) return;
    console.log(`\nPassed only at the second try; find out why:\n${this.#names.map((name) => `  ${name}\n`).join("")}`);
  }
}
