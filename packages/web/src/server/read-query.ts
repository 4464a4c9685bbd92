import { isAbsolute } from "node:path";
import type { Parameter } from "@reprise/model/routes";
import { contract } from "@reprise/model/schema";
import { z } from "zod";
import { badRequest } from "./problem.ts";

type Read = { readonly value: unknown } | { readonly message: string };

/** The parameters that a route takes, each once and no others. Throws a `Problem` that says what is wrong, and where. */
export function queryIn(url: string, known: Readonly<Record<string, Parameter>>): Record<string, unknown> {
  const given: Record<string, string> = Object.create(null);
  for (const [name, value] of new URL(url).searchParams) {
    if (name in given) throw badRequest(`The parameter "${name}" is there twice. Give it once.`);
    given[name] = value;
  }
  const other = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (other !== undefined) {
    const names = Object.keys(known).join(", ");
    const taken = names === "" ? "None is taken." : `Parameters: ${names}.`;
    throw badRequest(`There is no parameter "${other}" here. ${taken}`);
  }
  const query: Record<string, unknown> = {};
  const issues: { path: string; message: string }[] = [];
  for (const [name, parameter] of Object.entries(known)) {
    const read = readAs(name, parameter, given[name]);
    if ("message" in read) issues.push({ path: name, message: read.message });
    else if (read.value !== undefined) query[name] = read.value;
  }
  if (issues.length === 0) return query;
  throw badRequest(issues.map(({ path, message }) => `${path}: ${message}`).join("; "), issues);
}

function readAs(name: string, parameter: Parameter, text: string | undefined): Read {
  if (parameter.required && (text ?? "").trim() === "") return { message: `is missing: ${parameter.says}` };
  if (text === undefined) return { value: parameter.is === "whole" ? parameter.byDefault : undefined };
  switch (parameter.is) {
    case "text":
      return { value: text };
    case "absolute":
      return isAbsolute(text) ? { value: text } : { message: "takes an absolute path." };
    case "flag":
      return flagIn(text);
    case "whole": {
      const { least, most = Number.MAX_SAFE_INTEGER } = parameter;
      const value = /^\d{1,16}$/.test(text) ? Number(text) : -1;
      if (value >= least && value <= most) return { value };
      return {
        message: `takes a whole number from ${least}${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ""}.`,
      };
    }
    case "field": {
      const schema = fieldSchema(parameter.of, name);
      if (schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodBoolean) return flagIn(text);
      const { success, data, error } = schema.safeParse(text);
      return success ? { value: data } : { message: error.issues.map(({ message }) => message).join("; ") };
    }
  }
}

function flagIn(text: string): Read {
  return text === "true" || text === "false" ? { value: text === "true" } : { message: "takes true or false." };
}

/** Of a query in the contract. */
export function fieldSchema(of: "list-query" | "usage-query", name: string): z.ZodType {
  return (contract[of].shape as Record<string, unknown>)[name] as z.ZodType;
}
