import type { projectRoutes, runRoutes } from "@reprise/model/routes";
import { expect, it } from "vitest";
import { callsOf } from "./calls.ts";
import { Link } from "./link.ts";

function recorded() {
  const calls: string[] = [];
  const link = new Link(async (path, { method = "GET", body } = {}) => {
    calls.push(`${method} ${path}${typeof body === "string" ? ` ${body}` : ""}`);
    return Response.json({ rounds: [], path: "/p", origin: "o" });
  });
  return { calls, link };
}

it("a call fills in the parts of its path, and sends the rest as query and body", async () => {
  const { calls, link } = recorded();
  await callsOf<typeof projectRoutes>(link).get("/projects/view", { path: "/a b/ü" }, "rounds");
  await callsOf<typeof runRoutes>(link).send("post", "/runs/:run/decline", { run: "a/b" as never }, undefined, null);
  const control = { path: "/p", origin: "o", do: "stop" } as const;
  await callsOf<typeof projectRoutes>(link).send("post", "/projects/controls", {}, control, null);
  expect(calls).toEqual([
    "GET /projects/view?path=%2Fa+b%2F%C3%BC",
    "POST /runs/a%2Fb/decline",
    `POST /projects/controls ${JSON.stringify(control)}`,
  ]);
});

it("an answer without the field is of another program", async () => {
  const { link } = recorded();
  await expect(callsOf<typeof projectRoutes>(link).get("/projects", {}, "projects")).rejects.toMatchObject({
    code: "not-ours",
  });
});

it("a call that the table does not have is a mistake of types", () => {
  const { get, send, follow } = callsOf<typeof projectRoutes>(recorded().link);
  const mistakes = [
    // @ts-expect-error: no such path
    () => get("/projects/none", {}, "rounds"),
    // @ts-expect-error: the path of the project is missing
    () => get("/projects/view", {}, "rounds"),
    // @ts-expect-error: no such parameter
    () => get("/projects", { folder: "/a" }, "projects"),
    // @ts-expect-error: no such field
    () => get("/projects/view", { path: "/a" }, "circles"),
    // @ts-expect-error: a word that it does not take
    () => send("post", "/projects/controls", {}, { path: "/p", origin: "o", do: "dance" }, null),
    // @ts-expect-error: no stream
    () => follow("/projects/view", () => ({ path: "/a" }), {}),
  ];
  expect(mistakes).toHaveLength(6);
});
