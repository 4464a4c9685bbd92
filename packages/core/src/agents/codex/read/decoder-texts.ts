/** The decoder's own texts: notices, unnamed tools, image placeholders and their sizes. */
export const decoderTexts: readonly string[] = [
  ...["settings", "changed", "put", "into", "the", "history", "prompt", "reply", "context", "compacted"],
  ...["turn", "failed", "reason", "recorded", "last", "were", "taken", "back", "from", "another", "agent"],
  ...["review", "started", "finished", "goal", "plan", "image", "generation", "audio", "unknown", "web"],
  ...[
    "search",
    "mcp",
    "shell",
    "file",
    "hook",
    "skill",
    "subagent",
    "notification",
    "tool",
    "output",
    "generated",
    "extension",
    "external",
    "warning",
    "call",
    // The size of an image.
    "kb",
  ],
];
