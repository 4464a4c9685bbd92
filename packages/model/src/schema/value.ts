import type { z } from "zod";

/** The type of a schema's values, deeply read-only. */
export type Value<Schema extends z.ZodType> = Frozen<z.infer<Schema>>;

type Frozen<Part> = Part extends string | number | boolean | null | undefined
  ? Part
  : Part extends readonly (infer Element)[]
    ? readonly Frozen<Element>[]
    : Part extends object
      ? { readonly [Key in keyof Part]: Frozen<Part[Key]> }
      : Part;
