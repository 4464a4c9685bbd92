/** The last of them, or those around one of this id: a third of them before it. */
export function itemsAround<Item extends { readonly id: string }>(
  items: readonly Item[],
  most: number,
  around: string | null,
): readonly Item[] {
  if (items.length <= most) return items;
  const at = around === null ? -1 : items.findIndex(({ id }) => id === around);
  if (at === -1) return items.slice(-most);
  const from = Math.max(0, Math.min(at - Math.floor(most / 3), items.length - most));
  return items.slice(from, from + most);
}
