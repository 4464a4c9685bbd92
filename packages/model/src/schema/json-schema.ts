import { z } from "zod";
import { type ContractName, contract } from "./contract.ts";
import { contractNotes } from "./contract-notes.ts";

/** The JSON Schema (2020-12) of one value of the contract. */
export function jsonSchemaOf(name: ContractName): object {
  return { title: name, description: contractNotes[name], ...z.toJSONSchema(contract[name]) };
}
