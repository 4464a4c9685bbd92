import { safeText } from "@reprise/model";

/** Text that stays text, in an element and in an attribute. */
export function escaped(text: string): string {
  return safeText(text).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
