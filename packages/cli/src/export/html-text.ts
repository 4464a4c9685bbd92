import { safeText } from "@reprise/model";

/** Escapes text for elements and attributes. */
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
