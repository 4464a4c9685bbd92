import { fileURLToPath } from "node:url";
import type { ContentBlock } from "@agentclientprotocol/sdk";
import { badParams } from "./errors.ts";

/** What the agent is sent. Throws for content that no agent would get. */
export function promptText(blocks: readonly ContentBlock[]): string {
  const text = blocks.map(blockText).join("");
  if (text.trim() === "") throw badParams("The prompt is empty. Write what the agent should do.");
  return text;
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource_link":
      return `${pathOf(block.uri) ?? `[${block.name}](${block.uri})`}`;
    case "resource": {
      const { resource } = block;
      if (!("text" in resource))
        throw badParams(`${resource.uri} is not a text. Save it as a file and name its path in the prompt.`);
      const name = pathOf(resource.uri) ?? resource.uri;
      return `\n<context name=${JSON.stringify(name)}>\n${resource.text}\n</context>\n`;
    }
    default:
      throw badParams(`Reprise sends no ${block.type} from an editor. Name a file's path in the prompt instead.`);
  }
}

/** Null if it is not a file of this machine. */
function pathOf(uri: string): string | null {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : null;
  } catch {
    return null;
  }
}
