import { fieldOf, textOf } from "../../foreign.ts";
import type { Notification } from "./message.ts";

/** Null for everything else. */
export function noticeOf({ method, params }: Notification): string | null {
  switch (method) {
    case "warning":
    case "guardianWarning":
      return textOf(params.message);
    case "configWarning":
      return joined(textOf(params.summary), textOf(params.details));
    case "model/rerouted":
      return `The model is now ${String(params.toModel)}, instead of ${String(params.fromModel)}.`;
    case "mcpServer/startupStatus/updated":
      return params.status === "failed" ? (textOf(params.error) ?? `MCP server ${params.name} failed.`) : null;
    case "error":
      return params.willRetry === true ? retryNotice(params.error) : null;
    default:
      return null;
  }
}

function retryNotice(error: unknown): string {
  const message = textOf(fieldOf(error, "message")) ?? "The model is asked again.";
  return joined(message, textOf(fieldOf(error, "additionalDetails"))) ?? message;
}

function joined(text: string | null, details: string | null): string | null {
  return details === null || details === text ? text : `${text ?? ""} (${details})`;
}
