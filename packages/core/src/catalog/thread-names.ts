import { type Agent, SessionError, type Warning } from "@reprise/model";
import type { AnnotationIndex } from "../annotations/annotation-reader.ts";
import type { Database } from "../host/database/database.ts";
import type { Host } from "../host/host.ts";
import type { Home } from "./rollout-lookup.ts";

interface NamedThread {
  readonly agent: Agent;
  readonly home: string;
  readonly thread: string;
}

/** Given names: the person's own, else the agent's. Read each time: they change without the rollout. */
export class ThreadNames {
  readonly warnings: Warning[] = [];
  readonly #database: Database;
  readonly #homes: readonly { readonly home: Home; readonly names: ReadonlyMap<string, string> }[];

  constructor(
    homes: readonly Home[],
    database: Database,
    { host, annotations }: { readonly host: Host; readonly annotations: AnnotationIndex },
  ) {
    this.#database = database;
    this.#homes = homes.map((home) => ({
      home,
      names: withOwn(this.#namesIn(home, host), annotations.namesOf(home.source.agent)),
    }));
  }

  /** Null: none besides the name in the rollout. */
  of({ agent, home, thread }: NamedThread): string | null {
    const found = this.#homes.find((one) => one.home.source.agent === agent && one.home.path === home);
    return found?.names.get(thread) ?? null;
  }

  /** Names outside of the logs. */
  given(): (NamedThread & { readonly name: string })[] {
    return this.#homes.flatMap(({ home, names }) =>
      [...names].map(([thread, name]) => ({ agent: home.source.agent, home: home.path, thread, name })),
    );
  }

  /** Case-insensitive. */
  called(name: string): NamedThread[] {
    const wanted = name.toLowerCase();
    return this.#all().filter((one) => one.name.toLowerCase() === wanted);
  }

  containing(text: string): NamedThread[] {
    const wanted = text.toLowerCase();
    return this.#all().filter((one) => one.name.toLowerCase().includes(wanted));
  }

  /** A given name overrides the one in the rollout. */
  #all(): (NamedThread & { name: string })[] {
    const recorded = this.#database
      .prepare(
        "SELECT agent, home, thread, summary ->> '$.about.name' AS name FROM rollout JOIN outline USING (id) WHERE role = 'main' AND summary LIKE '%\"name\":%'",
      )
      .all()
      .flatMap(({ agent, home, thread, name }) => {
        const one = { agent: agent as Agent, home: String(home), thread: String(thread) };
        return typeof name === "string" && this.of(one) === null ? [{ ...one, name }] : [];
      });
    return [...this.given(), ...recorded];
  }

  #namesIn(home: Home, host: Host): ReadonlyMap<string, string> {
    try {
      return home.source.names(home.path, host);
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      this.warnings.push({
        kind: "unreadable",
        path: home.path,
        detail: `Names cannot be read: ${error.message}`,
      });
      return new Map();
    }
  }
}

function withOwn(names: ReadonlyMap<string, string>, own: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return own.size === 0 ? names : new Map([...names, ...own]);
}
