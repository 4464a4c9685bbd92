import type { About } from "@reprise/model";
import type { Call } from "./call.ts";
import { Link } from "./link.ts";
import { aboutPath } from "./requests.ts";

/** What the server says about itself. */
export function httpAbout(call: Call): Promise<About> {
  return new Link(call).get<About>(aboutPath, "agents");
}
