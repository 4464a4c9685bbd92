import type { Grant } from "@reprise/model";
import { fieldOf, isForeign, listOf, textOf } from "../../../foreign.ts";

/** Unknown parts are shown as JSON. */
export function grantsOf(profile: unknown): Grant[] {
  if (!isForeign(profile)) return [];
  return Object.entries(profile).flatMap(([part, value]) => {
    if (value === null || value === undefined) return [];
    if (part === "fileSystem") return fileGrants(value);
    if (part === "network" && isOnly(value, "enabled")) return networkGrants(fieldOf(value, "enabled"));
    return [other({ [part]: value })];
  });
}

function networkGrants(isEnabled: unknown): Grant[] {
  return isEnabled === true ? [{ access: "network", target: "every host" }] : [];
}

function fileGrants(value: unknown): Grant[] {
  if (!isForeign(value)) return [other({ fileSystem: value })];
  return Object.entries(value).flatMap(([part, entries]) => {
    if (entries === null || entries === undefined) return [];
    if (part === "entries") return listOf(entries).map(entryGrant);
    if (part === "read" || part === "write")
      return listOf(entries).map((path) => ({ access: part, target: textOf(path) ?? JSON.stringify(path) }));
    return [other({ [part]: entries })];
  });
}

function entryGrant(entry: unknown): Grant {
  const access = fieldOf(entry, "access");
  const path = fieldOf(entry, "path");
  const target = textOf(fieldOf(path, "path")) ?? patternIn(path) ?? placeIn(path);
  if (target === null || (access !== "read" && access !== "write" && access !== "deny")) return other(entry);
  return { access, target };
}

function patternIn(path: unknown): string | null {
  const pattern = textOf(fieldOf(path, "pattern"));
  return pattern === null ? null : `every path like ${pattern}`;
}

const places: Readonly<Record<string, string>> = {
  root: "every path on this machine",
  minimal: "the system's own files",
  project_roots: "the project folders",
  tmpdir: "the folder for temporary files",
  slash_tmp: "/tmp",
};

function placeIn(path: unknown): string | null {
  const kind = textOf(fieldOf(path, "value", "kind"));
  const place = kind !== null && Object.hasOwn(places, kind) ? places[kind] : undefined;
  const below = fieldOf(path, "value", "subpath");
  if (place === undefined) return null;
  return typeof below === "string" ? `${below} in ${place}` : place;
}

function isOnly(value: unknown, field: string): boolean {
  return isForeign(value) && Object.keys(value).every((key) => key === field);
}

function other(value: unknown): Grant {
  return { access: "other", target: JSON.stringify(value) };
}
