import type { Item } from "@reprise/model";
import { expect, test } from "vitest";
import { digest, painters } from "./painters/painters.ts";
import { goldenItems, oddItems, plainItems } from "./painters/sample-items.ts";

const goldens = goldenItems();
expect(goldens.length).toBeGreaterThan(500);

/** One item of each kind as it is painted; of the others a digest a kind, which tells whether anything changed. */
test.each(Object.keys(painters))("%s paints every item as it did", async (name) => {
  const paint = painters[name] ?? (() => "");
  const shown: string[] = [];
  for (const item of plainItems) shown.push(`=== ${item.kind}\n${await paint(item)}`);
  for (const [of, items] of Object.entries({ odd: oddItems, recorded: goldens })) {
    for (const [kind, own] of Map.groupBy(items, (item: Item) => item.kind)) {
      shown.push(`${of} ${kind}: ${digest(await Promise.all(own.map(async (item) => paint(item))))}`);
    }
  }
  await expect(`${shown.join("\n")}\n`).toMatchFileSnapshot(`../fixtures/painted/${name}.txt`);
});
