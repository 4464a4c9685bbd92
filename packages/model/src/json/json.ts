import type { ContractName, ContractValue } from "../schema/contract.ts";
import { shapes } from "../schema/shapes.ts";
import { fitted } from "../shape.ts";

/** A contract value on one line: its fields and no others. */
export function json<Name extends ContractName>(name: Name, value: ContractValue<Name>): string {
  return safeJson(fitted(value, shapes[name]));
}

/** Exact JSON that is also safe on a terminal and in a line: characters that could act there are escaped. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(unsafe, escaped);
}

const unsafe = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
