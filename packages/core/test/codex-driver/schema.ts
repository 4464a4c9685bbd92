type Schema = boolean | { readonly [keyword: string]: unknown };
type Defined = Readonly<Record<string, Schema>>;

/** What is wrong with a value, by the part of JSON Schema that Codex uses; a field that no schema names is wrong too. */
export function problemsIn(value: unknown, schema: Schema, root: Schema = schema, at = "$"): string[] {
  if (typeof schema === "boolean") return schema ? [] : [`${at} is not allowed`];
  const unknown = Object.keys(schema).filter((keyword) => !known.has(keyword));
  if (unknown.length > 0) throw new Error(`The schema uses ${unknown.join(", ")} at ${at}, which is not checked.`);
  return [
    ...ofReference(value, schema, root, at),
    ...ofType(value, schema, at),
    ...ofUnions(value, schema, root, at),
    ...ofObject(value, schema, root, at),
    ...(Array.isArray(value) && schema.items !== undefined
      ? value.flatMap((entry, index) => problemsIn(entry, schema.items as Schema, root, `${at}[${index}]`))
      : []),
  ];
}

const known = new Set(
  "$schema definitions title description default format type enum $ref oneOf anyOf allOf properties required items additionalProperties minimum minLength".split(
    " ",
  ),
);

function ofReference(value: unknown, schema: Exclude<Schema, boolean>, root: Schema, at: string): string[] {
  if (typeof schema.$ref !== "string") return [];
  const name = schema.$ref.replace("#/definitions/", "");
  const target = ((root as Exclude<Schema, boolean>).definitions as Defined)[name];
  if (target === undefined) throw new Error(`The schema has no ${schema.$ref}.`);
  return problemsIn(value, target, root, at);
}

function ofType(value: unknown, schema: Exclude<Schema, boolean>, at: string): string[] {
  const types = schema.type === undefined ? null : ([schema.type].flat() as string[]);
  const actual = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  const isWhole = actual === "number" && Number.isInteger(value);
  const fits = types === null || types.includes(actual) || (isWhole && types.includes("integer"));
  const isListed = !Array.isArray(schema.enum) || schema.enum.includes(value);
  const isEnough = typeof schema.minimum !== "number" || typeof value !== "number" || value >= schema.minimum;
  const isLong = typeof schema.minLength !== "number" || typeof value !== "string" || value.length >= schema.minLength;
  return [
    ...(fits ? [] : [`${at} is ${actual}, not ${types.join(" or ")}`]),
    ...(isListed ? [] : [`${at} is ${JSON.stringify(value)}, not one of ${JSON.stringify(schema.enum)}`]),
    ...(isEnough && isLong ? [] : [`${at} is too small`]),
  ];
}

function ofUnions(value: unknown, schema: Exclude<Schema, boolean>, root: Schema, at: string): string[] {
  const all = (schema.allOf ?? []) as Schema[];
  const any = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  const tries = any?.map((branch) => problemsIn(value, branch, root, at));
  const nearest = tries?.toSorted((a, b) => a.length - b.length)[0] ?? [];
  return [...all.flatMap((branch) => problemsIn(value, branch, root, at)), ...nearest];
}

function ofObject(value: unknown, schema: Exclude<Schema, boolean>, root: Schema, at: string): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const properties = (schema.properties ?? {}) as Defined;
  const isOpen = schema.properties === undefined || schema.oneOf !== undefined || schema.anyOf !== undefined;
  const others = (schema.additionalProperties ?? isOpen) as Schema;
  const missing = ((schema.required ?? []) as string[]).filter((name) => !(name in value));
  return [
    ...missing.map((name) => `${at}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, field]) =>
      problemsIn(field, properties[name] ?? others, root, `${at}.${name}`),
    ),
  ];
}
