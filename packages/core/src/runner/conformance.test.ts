import { describeRunner, openFileStage } from "@reprise/testkit";

describeRunner("file", openFileStage);
