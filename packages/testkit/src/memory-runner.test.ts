import { describeRunner } from "./conformance/runner.ts";
import { openMemoryStage } from "./memory-runner-stage.ts";

describeRunner("memory", openMemoryStage);
