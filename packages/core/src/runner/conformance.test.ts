import { describeRunner } from "@reprise/testkit";
import { openFileStage } from "../../test/runner/stage.ts";

describeRunner("file", openFileStage);
