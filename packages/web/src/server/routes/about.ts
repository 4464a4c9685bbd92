import type { About } from "@reprise/model";
import { json } from "@reprise/model/json";
import { type App, jsonAnswer } from "../context.ts";

export function aboutRoute(app: App, about: () => About): void {
  app.get("/about", () => jsonAnswer(json("about", about())));
}
