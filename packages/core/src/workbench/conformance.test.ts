import { describeWorkbenches, openWorkbenchStage } from "@reprise/testkit";

describeWorkbenches("file", openWorkbenchStage);
