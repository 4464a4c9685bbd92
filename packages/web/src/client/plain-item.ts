import type { Item, ItemBody } from "@reprise/model";
import type { ContractValue } from "@reprise/model/schema";

/** As it is sent: every field is there. */
export type SentItem = ContractValue<"item">;
type SentBody = (ContractValue<"run-event">["event"] & { readonly type: "item" })["item"];

/** An item as the model has it: what was not recorded is absent. */
export function plainItem(item: SentItem): Item;
export function plainItem(item: SentBody): ItemBody;
export function plainItem(item: SentItem | SentBody): Item | ItemBody {
  if (item.kind !== "edit") return item;
  const changes = item.changes.map(({ movedTo, written, ...change }) => ({
    ...change,
    ...(movedTo === null ? {} : { movedTo }),
    ...(written === null ? {} : { written }),
  }));
  return { ...item, changes };
}
