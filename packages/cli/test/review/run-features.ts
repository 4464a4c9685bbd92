import { Writable } from "node:stream";
import { loadConfiguration, loadSources, loadSupport, runCucumber } from "@cucumber/cucumber/api";
import { isWhole } from "@reprise/testkit";

export interface Scenario {
  readonly feature: string;
  readonly name: string;
  /** Throws with the step that failed, and why. */
  run(): Promise<void>;
}

/**
 * The scenarios of feature files, each to be run alone. What other tests show as well is marked `@campaign`, for the
 * campaign `live`. `folder`: holds them, and the steps in `steps/`. */
export async function scenariosIn(folder: string): Promise<readonly Scenario[]> {
  const environment = { cwd: folder, stdout: new Silence(), stderr: process.stderr };
  const provided = { paths: ["*.feature"], import: ["steps/*.ts"], strict: true, publish: false, format: [] };
  const { runConfiguration } = await loadConfiguration({ file: false, provided }, environment);
  const tagExpression = isWhole ? "" : "not @campaign";
  const { plan, errors } = await loadSources({ ...runConfiguration.sources, tagExpression }, environment);
  if (errors.length > 0) throw new Error(errors.map(({ uri, message }) => `${uri}: ${message}`).join("\n"));
  const support = await loadSupport(runConfiguration, environment);
  return plan.map(({ uri, name, location }) => ({
    feature: uri,
    name,
    run: async () => {
      const sources = { ...runConfiguration.sources, paths: [`${uri}:${location.line}`] };
      const failures: string[] = [];
      /** Texts of the steps, by the ids that they are reported under. */
      const texts = new Map<string, string>();
      let stepCount = 0;
      const { success } = await runCucumber(
        {
          ...runConfiguration,
          sources,
          support,
          formats: { stdout: "summary", files: {}, publish: false, options: {} },
        },
        environment,
        ({ pickle, testCase, testStepFinished }) => {
          for (const { id, text } of pickle?.steps ?? []) texts.set(id, text);
          for (const { id, pickleStepId } of testCase?.testSteps ?? [])
            texts.set(id, texts.get(pickleStepId ?? "") ?? "hook");
          if (testStepFinished === undefined) return;
          stepCount += 1;
          const { testStepId, testStepResult } = testStepFinished;
          const { status, message = "" } = testStepResult;
          if (status !== "PASSED") failures.push(`${status}: ${texts.get(testStepId)}\n${message}`);
        },
      );
      if (!success || failures.length > 0 || stepCount === 0) throw new Error(failures[0] ?? `${name}: no step ran`);
    },
  }));
}

/** vitest reports the scenarios. */
class Silence extends Writable {
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}
