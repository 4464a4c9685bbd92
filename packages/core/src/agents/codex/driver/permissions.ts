import { noPermissions } from "@reprise/model";
import type { PermissionRules } from "../../driving/permission-rules.ts";
import { codexConfiguration, codexPolicies, codexToolServers, codexWorkspaceFiles } from "../configuration.ts";
import { isGranular } from "../policy-word.ts";
import { codexHome } from "./home.ts";
import { writablePolicy } from "./settings.ts";

export const codexPermissions: PermissionRules = {
  policies: codexPolicies,
  onOtherModel: "Codex compacts the history for another model: one paid call before the turn.",
  usual: {
    ...noPermissions,
    sandbox: "read-only",
    approvalPolicy: "on-request",
    networkAccess: false,
    writableRoots: [],
  },
  // Granular policies are not sent; Codex reads them from its own log.
  under: ({ sandbox, approvalPolicy }) => ({
    sandbox,
    approvalPolicy:
      approvalPolicy !== null && isGranular(approvalPolicy) ? approvalPolicy : writablePolicy(approvalPolicy),
  }),
  asserts: (policy) => !isGranular(policy),
  configured: ({ folder, ...launch }, files) => codexConfiguration({ home: codexHome(launch), folder }, files),
  inFolder: ({ folder, ...launch }, files, until) => {
    const place = { home: codexHome(launch), folder };
    return {
      mcpServers: codexToolServers(place, files),
      workspaceFiles: codexWorkspaceFiles(place, files, until),
    };
  },
};
