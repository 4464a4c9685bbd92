import type { PromptInput } from "@reprise/model";
import { attachedText } from "../../attached-text.ts";
import type { Prompt } from "../../driving/driver.ts";
import { readPromptFile } from "../../driving/prompt-file.ts";
import { dialect } from "../dialect.ts";

/** The prompt with its images and files, as one line for `--input-format stream-json`. */
export function messageWith({ text, inputs = [] }: Prompt): string {
  const content = [{ type: "text", text }, ...inputs.flatMap(blocksFor)];
  return `${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`;
}

/**
 * A text that reaches the model as it is. Claude Code looks for commands (`/clear`) and mentions (`@file`) only in the last
 * block of a message; the empty one is not sent.
 */
export function literalMessage(text: string): string {
  const content = [
    { type: "text", text },
    { type: "text", text: "" },
  ];
  return `${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`;
}

/** Throws a `DriverError` for what cannot be sent. */
export function blocksFor(input: PromptInput): object[] {
  const { mediaType, data } = readPromptFile(input, dialect.images);
  const type = mediaType === "text/plain" ? "text" : "base64";
  const source = { type, media_type: mediaType, data };
  if (!mediaType.startsWith("image/")) return [{ type: "document", source, title: input.path }];
  // An image block has no name field: the text before it names the file.
  const label = attachedText({ kind: "attachment", what: "image", name: input.path, text: null });
  return [
    { type: "text", text: label },
    { type: "image", source },
  ];
}
