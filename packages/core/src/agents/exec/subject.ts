import type { ItemBody } from "@reprise/model";

/** What an item is about, on one line. */
export function subjectOf(item: ItemBody): string {
  switch (item.kind) {
    case "command":
      return `run ${item.command}`;
    case "edit":
      return `change ${item.changes.map(({ path }) => path).join(", ")}`;
    case "tool":
      return `use ${item.name}`;
    default:
      return item.kind;
  }
}
