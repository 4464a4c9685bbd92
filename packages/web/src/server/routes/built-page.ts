import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { assetRoutes, pageRoutes } from "@reprise/model/routes";
import type { Answers } from "../mount.ts";
import { Problem } from "../problem.ts";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".json": "application/json; charset=utf-8",
};

/** A page as it was built into a folder: index.html, and assets whose names change with their content. */
export function builtPageAnswers(folder: string): Answers<typeof pageRoutes & typeof assetRoutes> {
  const assets = new Map<string, Promise<Buffer<ArrayBuffer>>>();
  return {
    async getPage() {
      const page = await readFile(join(folder, "index.html"));
      return new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } });
    },

    async getAsset({ params: { name } }) {
      const type = types[extname(name)];
      if (!/^\w[\w.-]*$/.test(name) || type === undefined) throw noAsset();
      const reading = assets.get(name) ?? readFile(join(folder, "assets", name));
      assets.set(name, reading);
      const asset = await reading.catch((error: NodeJS.ErrnoException) => {
        assets.delete(name);
        throw error.code === "ENOENT" ? noAsset() : error;
      });
      const caching = "private, max-age=31536000, immutable";
      return new Response(asset, { headers: { "Content-Type": type, "Cache-Control": caching } });
    },
  };
}

function noAsset(): Problem {
  const message = "The page has no such part. Reload it: it may have been updated.";
  return new Problem(404, { code: "not-found", message });
}
