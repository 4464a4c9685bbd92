import { SessionError } from "@reprise/model";
import { type ContractName, contract, contractNotes, jsonSchemaOf } from "@reprise/model/schema";
import { exitCodes } from "../exit.ts";
import type { Command } from "./command.ts";

const names = Object.keys(contract) as ContractName[];
const width = Math.max(...names.map(({ length }) => length)) + 2;

export const run: Command = async ({ operands, values, stdout }) => {
  const [name] = operands;
  if (name !== undefined) await stdout.write(`${JSON.stringify(jsonSchemaOf(nameIn(name)), null, 2)}\n`);
  else if (values.json) {
    const schemas = Object.fromEntries(names.map((one) => [one, jsonSchemaOf(one)]));
    await stdout.write(`${JSON.stringify({ schemas })}\n`);
  } else await stdout.write(names.map((one) => `${one.padEnd(width)}${contractNotes[one]}\n`).join(""));
  return exitCodes.done;
};

function nameIn(text: string): ContractName {
  const found = names.find((name) => name === text);
  if (found) return found;
  throw new SessionError("not-found", `There is no schema "${text}". \`reprise schema\` lists the names.`, {
    candidates: names.filter((name) => name.includes(text)),
  });
}
