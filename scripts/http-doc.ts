import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { everyRoute, type Parameter, type Route } from "../packages/model/src/routes/index.ts";
import { contract, type WireName } from "../packages/model/src/schema/index.ts";

// Writes the tables of docs/http.md from the routes: `npm run docs`. A test fails when they are not what this makes.

export const page = fileURLToPath(new URL("../docs/http.md", import.meta.url));

/** The page with its tables made anew; everything between them is written by hand. */
export function httpDoc(text: string): string {
  return text.replace(
    /(<!-- routes for (.+?) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start: string, callers: string, end) => {
      const some = Object.values(everyRoute).filter((route) => callers.split(", ").includes(route.for));
      return `${start}| route | what it does | takes | gives |\n|---|---|---|---|\n${some.map(rowOf).join("")}${end}`;
    },
  );
}

function rowOf(route: Route): string {
  const { method, path, says, more, isOpen, query = {} } = route;
  const needed = Object.entries(query).filter(([, { required }]) => required);
  const address = path.replace(/:(\w+)/g, (_, part: string) => part.toUpperCase());
  const asked = needed.length === 0 ? "" : `?${needed.map(([name]) => `${name}=`).join("&")}`;
  const words = [`${says}.`, more, isOpen ? "Needs no token." : undefined]
    .filter((part) => part !== undefined)
    .join(" ");
  return `| \`${method.toUpperCase()} ${address}${asked}\` | ${words} | ${takenBy(route)} | ${givenBy(route)} |\n`;
}

function takenBy({ body, bodyBytes, query = {}, headers = {}, numbered }: Route): string {
  const size = bodyBytes === undefined ? "" : `, up to ${bodyBytes / 1024 ** 2} MiB`;
  const optional = Object.entries(query).filter(([, { required }]) => !required);
  return [
    ...(body === undefined ? [] : [`${body === "bytes" ? "bytes" : linkTo(body)}${size}`]),
    ...optional.map(([name, parameter]) => `\`${name}\`${inBrackets(wordsFor(name, parameter))}`),
    ...[...Object.keys(headers), ...(numbered ? ["Last-Event-ID"] : [])].map((name) => `\`${name}:\``),
  ].join(", ");
}

function wordsFor(name: string, parameter: Parameter): string {
  if (parameter.is === "field") return contract[parameter.of].shape[name as "agent"]?.description ?? "";
  if (parameter.is !== "whole") return parameter.says ?? "";
  const { says = "", most, byDefault } = parameter;
  return [says, byDefault === undefined ? "" : `default: ${byDefault}`, most === undefined ? "" : `at most ${most}`]
    .filter((part) => part !== "")
    .join("; ");
}

function givenBy({ answer, streams, lines, replies = {} }: Route): string {
  const parts = [
    ...(answer === undefined ? [] : [linkTo(answer)]),
    ...(lines === undefined ? [] : [`lines of ${linkTo(lines)}`]),
    ...(streams === undefined ? [] : [`events of ${linkTo(streams)}`]),
  ];
  if (parts.length > 0) return parts.join(", or ");
  return Object.values(replies)
    .map(([says]) => says)
    .join("; ");
}

function linkTo(name: WireName): string {
  const shown = name === "chat-line" ? "chat-event" : name;
  return shown in contract ? `[${shown}](json.md#${shown})` : shown;
}

function inBrackets(words: string): string {
  return words === "" ? "" : ` (${words})`;
}

export function writeHttpDoc(): void {
  writeFileSync(page, httpDoc(readFileSync(page, "utf8")));
}
