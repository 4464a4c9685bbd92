import { join } from "node:path";
import { modeRules } from "../../exec/mode-rules.ts";
import { fieldOf } from "../../foreign.ts";
import { claudeModes } from "./command.ts";
import { claudeHome } from "./home.ts";

/** `permissions.defaultMode` of its settings. */
export const claudePermissions = modeRules(claudeModes, {
  usual: "default",
  modeIn: (settings) => fieldOf(settings, "permissions", "defaultMode"),
  own: (place) => [join(claudeHome(place), "settings.json"), "/etc/claude-code/managed-settings.json"],
  inWorkspace: [".claude/settings.json", ".claude/settings.local.json"],
  grantedBy: (place) => ({
    files: [".claude/settings.json", ".claude/settings.local.json", ".mcp.json"],
    folders: [".claude/agents", ".claude/commands", ".claude/skills"],
    own: claudeHome(place),
  }),
});
