import { expect, test } from "vitest";
import { plainFilters } from "./filters.ts";
import { addressOfList, type ListWish, listWishIn } from "./list-address.ts";

const wishes: readonly ListWish[] = [
  { search: "", filters: plainFilters },
  { search: 'two "words & more" tag:ü', filters: plainFilters },
  {
    search: "x",
    filters: { ...plainFilters, isAll: false, agent: "codex", state: "interrupted", order: "size", hasHidden: true },
  },
  { search: "", filters: { ...plainFilters, hasEmpty: true, hasSubagents: true, hasArchived: true } },
];

test.each(wishes)("search and filters %j are in the address, and come back from it", (wish) => {
  expect(listWishIn(addressOfList(wish) ?? "")).toEqual(wish);
});

test("a list without any has the plain address, and what is not known changes nothing", () => {
  expect(addressOfList({ search: "", filters: plainFilters })).toBeNull();
  expect(listWishIn("state=odd&order=odd&with=odd&z=1")).toEqual({ search: "", filters: plainFilters });
});
