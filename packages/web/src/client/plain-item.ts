import type { Item, ItemBody } from "@reprise/model";
import type { ContractValue } from "@reprise/model/schema";

/** As it is sent: every field is there. */
export type SentItem = ContractValue<"item">;

/** An item as the model has it: what was not recorded is absent. */
export function plainItem(item: SentItem): Item;
export function plainItem(item: ItemBody): ItemBody;
export function plainItem(item: SentItem | ItemBody): Item | ItemBody {
  if (item.kind !== "edit") return item as ItemBody;
  const changes = item.changes.map(({ movedTo, written, ...change }) => ({
    ...change,
    ...(movedTo == null ? {} : { movedTo }),
    ...(written == null ? {} : { written }),
  }));
  return { ...item, changes } as ItemBody;
}
