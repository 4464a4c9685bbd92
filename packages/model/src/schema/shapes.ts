import { z } from "zod";
import type { Shape } from "../shape.ts";
import { type ContractName, contract } from "./contract.ts";

/** The shape of every value of the contract. A bundled program contains the result and does not load the schemas. */
export const shapes = Object.fromEntries(
  Object.entries(contract).map(([name, schema]) => [name, shapeOf(schema)]),
) as Record<ContractName, Shape>;

export function shapeOf(schema: z.core.$ZodType): Shape {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return shapeOf(schema.unwrap());
  if (schema instanceof z.ZodArray) {
    const each = shapeOf(schema.element);
    return each === "whole" ? each : { each };
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator: by, options } = schema.def;
    return { by, cases: Object.fromEntries(options.map((option) => [caseOf(option, by), shapeOf(option)])) };
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, shapeOf(field)]);
    return { fields: Object.fromEntries(fields) };
  }
  return "whole";
}

/** The literal that selects an option; options of a nested union share it. */
function caseOf(option: z.core.$ZodType, by: string): string {
  if (option instanceof z.ZodDiscriminatedUnion) return caseOf(option.options[0] as z.core.$ZodType, by);
  return String(((option as z.ZodObject).shape[by] as z.ZodLiteral).value);
}
