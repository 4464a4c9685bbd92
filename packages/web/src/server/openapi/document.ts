import type { Routes } from "@reprise/model/routes";
import { type WireName, wire } from "@reprise/model/schema";
import { z } from "zod";
import { type Json, operationOf, SCHEMAS } from "./operations.ts";

/** The OpenAPI 3.1 document of a server with these routes, made from the table and the schemas that it checks with. */
export function openApiOf(version: string, routes: Routes): Json {
  const paths = pathsOf(routes);
  return {
    openapi: "3.1.0",
    info: {
      title: "Reprise",
      version,
      description: "Chats with coding agents, one message a turn, and the sessions of this machine.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ token: [] }],
    paths,
    components: {
      schemas: componentSchemas(paths),
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  };
}

function pathsOf(routes: Routes): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method]: operationOf(name, route) };
  }
  return paths;
}

/** The JSON Schemas that the paths refer to, by name. */
function componentSchemas(paths: Json): Json {
  const registry = z.registry<{ id: string }>();
  const refs = JSON.stringify(paths).matchAll(new RegExp(`"${SCHEMAS}([^"]+)"`, "g"));
  for (const name of new Set([...refs].map(([, name]) => name as WireName))) registry.add(wire[name], { id: name });
  const made = z.toJSONSchema(registry, { uri: (name) => SCHEMAS + name });
  // A value of any JSON contains itself, and is kept in a place of its own: `__shared#/$defs/schema0`.
  const text = JSON.stringify(made.schemas).replaceAll("__shared#/$defs/", "any-");
  const { __shared: shared, ...schemas } = JSON.parse(text) as Record<string, Record<string, unknown>>;
  const recursive = Object.entries((shared?.$defs ?? {}) as Record<string, unknown>);
  return {
    ...Object.fromEntries(Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema])),
    ...Object.fromEntries(recursive.map(([name, schema]) => [`any-${name}`, schema])),
  };
}
