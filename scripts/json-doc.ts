import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { writeChart } from "../bench/report/document.ts";
import { type ContractName, contract, contractNotes } from "../packages/model/src/schema/index.ts";
import { writeHttpDoc } from "./http-doc.ts";

// Writes docs/json.md from the schemas: `npm run docs`. A test fails when the page is not what this makes.

export const page = fileURLToPath(new URL("../docs/json.md", import.meta.url));

const names = Object.keys(contract) as ContractName[];

export function jsonDoc(): string {
  const intro = `# The JSON of Reprise

Made from the schemas in \`packages/model/src/schema\` by \`npm run docs\`; \`reprise schema NAME\` prints the JSON Schema.

Every field is always present in what commands print; \`null\` means unknown or none. Turn numbers and lines count from 1,
byte offsets from 0 (a store without lines gives line 0). Times are ISO 8601 in UTC. Control characters are escaped, so the
output is safe to print and exact to parse. Exit codes and streams: [guide/programs.md](guide/programs.md#json-and-exit-codes).
`;
  const sections = names.map((name) => `## ${name}\n${contractNotes[name]}\n\n${tableOf(contract[name])}`);
  return `${[intro, ...sections].join("\n")}`;
}

function tableOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodDiscriminatedUnion) return unionTable(schema);
  return `| field | value | |\n|---|---|---|\n${rowsOf(schema as z.ZodObject, "").join("")}`;
}

/** One row a case, with its own fields; those that all cases share are named first. */
function unionTable(union: z.ZodDiscriminatedUnion): string {
  const { discriminator, options } = union.def;
  const shared = sharedBy(options as z.ZodType[]).filter((name) => name !== discriminator);
  if (shared.length > 4) return fieldTables(union, shared);
  const rows = (options as z.ZodType[]).map((option) => {
    const left = fieldsOf(option).filter(([name]) => name !== discriminator && !shared.includes(name));
    const whole = names.find((name) => contains(left, contract[name]));
    const own = left.filter(([name]) => whole === undefined || !(name in (contract[whole] as z.ZodObject).shape));
    const words = own.map(([name, field]) => `\`${name}\`: ${wordsFor(field)}`);
    if (whole) words.push(`and the fields of a [${whole}](#${whole})`);
    const isNested = option instanceof z.ZodDiscriminatedUnion;
    if (isNested) words.push(`by \`${option.def.discriminator}\`, as in [item](#item)`);
    return `| \`${literalOf(option, discriminator)}\` | ${words.join("; ")} | ${option.description ?? ""} |\n`;
  });
  const first = shared.length === 0 ? "" : `Each has ${shared.map((name) => `\`${name}\``).join(", ")}.\n\n`;
  return `${first}| ${discriminator} | fields | |\n|---|---|---|\n${rows.join("")}`;
}

/** Cases that share most of what they have: the fields of all, then the others with the cases that have them. */
function fieldTables({ def: { discriminator, options } }: z.ZodDiscriminatedUnion, shared: string[]): string {
  const cases = options as z.ZodObject[];
  const all = fieldsOf(cases[0] as z.ZodObject).filter(([name]) => shared.includes(name));
  const others = new Map<z.ZodType, { readonly name: string; readonly cases: string[] }>();
  for (const option of cases)
    for (const [name, field] of fieldsOf(option)) {
      if (name === discriminator || shared.includes(name)) continue;
      const row = others.get(field) ?? { name, cases: [] };
      row.cases.push(`\`${literalOf(option, discriminator)}\``);
      others.set(field, row);
    }
  const rows = [...others].flatMap(([field, { name, cases: own }]) =>
    rowsOf(z.object({ [name]: field }), "").map((row, index) => `| ${index === 0 ? own.join(" ") : ""} ${row}`),
  );
  const kinds = cases.map((one) => `| \`${literalOf(one, discriminator)}\` | ${one.description ?? ""} |\n`);
  return [
    `| ${discriminator} | |\n|---|---|\n${kinds.join("")}`,
    `Each has:\n\n| field | value | |\n|---|---|---|\n${rowsOf(z.object(Object.fromEntries(all)), "").join("")}`,
    `And by ${discriminator}:\n\n| ${discriminator} | field | value | |\n|---|---|---|---|\n${rows.join("")}`,
  ].join("\n");
}

/** Of a union: what all of its cases have. */
function fieldsOf(schema: z.ZodType): [string, z.ZodType][] {
  if (!(schema instanceof z.ZodDiscriminatedUnion))
    return Object.entries((schema as z.ZodObject).shape) as [string, z.ZodType][];
  const shared = sharedBy(schema.options as z.ZodType[]);
  return fieldsOf(schema.options[0] as z.ZodType).filter(
    ([name]) => shared.includes(name) && name !== schema.def.discriminator,
  );
}

function sharedBy(options: readonly z.ZodType[]): string[] {
  const [first = [], ...others] = options.map((option) => fieldsOf(option).map(([name]) => name));
  return first.filter((name) => others.every((fields) => fields.includes(name)));
}

function rowsOf(schema: z.ZodObject, prefix: string): string[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const row = `| \`${prefix}${name}\` | ${wordsFor(field as z.ZodType)} | ${describedIn(field as z.ZodType)} |\n`;
    const inner = unwrapped(field as z.ZodType);
    const isOwn = inner instanceof z.ZodObject && nameOf(inner) === null;
    return isOwn ? [row, ...rowsOf(inner, `${prefix}${name}.`)] : [row];
  });
}

function wordsFor(schema: z.ZodType): string {
  if (schema instanceof z.ZodNullable) return `${wordsFor(schema.unwrap() as z.ZodType)} or null`;
  if (schema instanceof z.ZodOptional) return `${wordsFor(schema.unwrap() as z.ZodType)}, optional`;
  const name = nameOf(schema);
  if (name !== null) return `[${name}](#${name})`;
  if (schema instanceof z.ZodArray) return `list of ${wordsFor(schema.element as z.ZodType)}`;
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `\`${option}\``).join(" ");
  if (schema instanceof z.ZodLiteral) return `\`${schema.value}\``;
  if (schema instanceof z.ZodDiscriminatedUnion) return (schema.options as z.ZodType[]).map(wordsFor).join(" or ");
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([field, inner]) =>
      inner instanceof z.ZodLiteral ? `${field}: \`${inner.value}\`` : field,
    );
    return `{${fields.join(", ")}}`;
  }
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).map(wordsFor).join(" or ");
  if (schema instanceof z.ZodRecord) return "object";
  if (schema instanceof z.ZodBoolean) return "boolean";
  if (schema instanceof z.ZodNumber) return "number";
  return schema instanceof z.ZodString ? "string" : "any JSON";
}

function describedIn(schema: z.ZodType): string {
  return schema.description ?? unwrapped(schema).description ?? "";
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return unwrapped(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodArray ? unwrapped(schema.element as z.ZodType) : schema;
}

/** Of a value that has a section of its own. `describe` copies a schema, its fields stay the same. */
function nameOf(schema: z.ZodType): ContractName | null {
  return names.find((name) => isSame(contract[name], schema)) ?? null;
}

function contains(fields: readonly [string, z.ZodType][], value: z.ZodType): boolean {
  if (!(value instanceof z.ZodObject) || Object.keys(value.shape).length < 4) return false;
  return Object.entries(value.shape).every(([name, field]) =>
    fields.some(([own, its]) => own === name && its === field),
  );
}

function isSame(one: z.ZodType, other: z.ZodType): boolean {
  if (!(one instanceof z.ZodObject && other instanceof z.ZodObject)) return one === other;
  const fields = Object.entries(one.shape);
  return (
    fields.length === Object.keys(other.shape).length && fields.every(([name, field]) => other.shape[name] === field)
  );
}

function literalOf(option: z.ZodType, field: string): string {
  const one = option instanceof z.ZodDiscriminatedUnion ? option.options[0] : option;
  return String(((one as z.ZodObject).shape[field] as z.ZodLiteral).value);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(page, jsonDoc());
  writeHttpDoc();
  writeChart();
}
