import type { ContractValue } from "../schema/contract.ts";
import type { ItemBody } from "../transcript.ts";
import { isWritten } from "../words/written-words.ts";

type Filled<Body> = Body extends { kind: "edit" }
  ? Omit<Body, "changes" | "reason"> & Pick<ContractValue<"item"> & { kind: "edit" }, "changes" | "reason">
  : Body;

/** An item with every field of the contract. */
export function itemFields<Body extends ItemBody>(item: Body): Filled<Body> {
  if (item.kind !== "edit") return item as Filled<Body>;
  const changes = item.changes.map((file) => ({
    ...file,
    movedTo: file.movedTo ?? null,
    written: isWritten(item, file),
  }));
  return { ...item, changes, reason: item.reason ?? null } as unknown as Filled<Body>;
}
