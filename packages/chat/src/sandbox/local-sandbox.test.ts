import { nodeHost } from "@reprise/core";
import { describeSandbox } from "@reprise/testkit";
import { localSandbox } from "./local-sandbox.ts";

describeSandbox("local", {
  provider: (env) => localSandbox(nodeHost(env)),
  passesEnvironmentOn: true,
  snapshots: "its folders are the caller's",
});
