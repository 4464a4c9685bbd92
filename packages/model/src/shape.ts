/** The fields of a value that belong to the contract, in order. `whole`: all of it. */
export type Shape =
  | "whole"
  | { readonly each: Shape }
  | { readonly fields: Readonly<Record<string, Shape>> }
  | { readonly by: string; readonly cases: Readonly<Record<string, Shape>> };

/** Keeps only the fields of the shape. Missing ones are null: every field is always present. */
export function fitted(value: unknown, shape: Shape): unknown {
  if (value === undefined || value === null) return null;
  if (shape === "whole") return value;
  if ("each" in shape) return (value as readonly unknown[]).map((part) => fitted(part, shape.each));
  const fields = value as Readonly<Record<string, unknown>>;
  if ("by" in shape) return fitted(value, shape.cases[String(fields[shape.by])] ?? "whole");
  const fit: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(shape.fields)) fit[name] = fitted(fields[name], part);
  return fit;
}
