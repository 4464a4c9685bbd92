import type { Item } from "@reprise/model";
import { imageFault } from "../../agents/ailments/image-fault.ts";
import type { Attached } from "../../agents/attached-text.ts";
import { clean, cleanOutput } from "./clean-text.ts";

/** Attachments, and commands run by the user. */
export type AttachedItem = Item & ({ kind: "attachment" } | { kind: "command" });

export function isPersons(item: Item): item is Item & { kind: "command" } {
  return item.kind === "command" && item.isPersons === true;
}

interface PortableAttachment {
  /** A placeholder if it does not carry over. */
  readonly told: Attached;
  readonly isCut: boolean;
  /** Name and reason if it does not carry over. */
  readonly lost: string | null;
}

export function portableAttachment(item: AttachedItem, most: number | undefined): PortableAttachment {
  if (item.kind === "command") return ranBy(item, most);
  const { what, image } = item;
  const name = clean(item.name, 2000).text;
  const told = { kind: "attachment", what, name } as const;
  const without = (reason: string, type = ""): PortableAttachment => ({
    told: { ...told, text: `(${type}not carried over: ${reason})` },
    isCut: false,
    lost: `${what}: ${name} (${reason})`,
  });
  if (image) {
    const fault = imageFault(image, everyVendors);
    if (fault) return without(reasons[fault.kind], `${clean(image.mediaType, 100).text}, `);
    return { told: { ...told, text: null, image }, isCut: false, lost: null };
  }
  if (item.text === null) return without("its content is not in the session");
  const { text, isCut } = clean(item.text, most);
  return { told: { ...told, text }, isCut, lost: null };
}

const everyVendors = { mostPixels: 8000, types: ["image/png", "image/jpeg", "image/webp"] };

const reasons = { "broken-image": "it is broken", "oversized-image": "it is too large" } as const;

function ranBy(item: Item & { kind: "command" }, most: number | undefined): PortableAttachment {
  const command = clean(item.command, most);
  const output = cleanOutput(item.output ?? "", most);
  const { exitCode } = item;
  const code = exitCode === null || exitCode === 0 ? "" : `\n[exit code ${exitCode}]`;
  const told = { kind: "command", command: command.text, output: `${output.text}${code}` } as const;
  return { told, isCut: command.isCut || output.isCut, lost: null };
}
