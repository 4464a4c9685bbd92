import { join } from "node:path";
import { modeRules } from "../../exec/mode-rules.ts";
import { fieldOf } from "../../foreign.ts";
import { geminiModes } from "./command.ts";
import { geminiFolder } from "./home.ts";

/** `general.defaultApprovalMode` of its settings. */
export const geminiPermissions = modeRules(geminiModes, {
  usual: "default",
  modeIn: (settings) => fieldOf(settings, "general", "defaultApprovalMode"),
  own: (place) => [join(geminiFolder(place), "settings.json"), "/etc/gemini-cli/settings.json"],
  inWorkspace: [".gemini/settings.json"],
  grantedBy: (place) => ({
    files: [".gemini/settings.json", ".gemini/.env"],
    folders: [".gemini/agents", ".gemini/extensions", ".gemini/policies", ".gemini/skills"],
    own: geminiFolder(place),
  }),
});
