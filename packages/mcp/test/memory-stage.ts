import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Library, Runner, Transcript } from "@reprise/model";
import { libraryOf, type SessionSeed, transcriptFrom } from "@reprise/testkit";
import { type Given, mcpServer } from "../src/index.ts";

/** Only what looks like this is a secret here; JSON stays valid. */
export const secret = (number: number) => `SECRET-${String(number).padStart(24, "0")}`;
const redact = (text: string) => text.replace(/SECRET-\d{24}/g, "[redacted secret]");

export interface MemoryStage {
  readonly client: Client;
  readonly unexpected: unknown[];
  close(): Promise<void>;
}

type Changes = Partial<Given> & { readonly change?: (library: Library) => Partial<Library> };

/** What a server is given, over sessions in memory. */
export function givenOver(
  sessions: readonly (SessionSeed | Transcript)[],
  { change, ...more }: Changes = {},
): { given: Given; unexpected: unknown[] } {
  const library = libraryOf(sessions.map((one) => ("thread" in one ? transcriptFrom(one) : one)));
  const unexpected: unknown[] = [];
  const given: Given = {
    library: { ...library, ...change?.(library) },
    runner: async (): Promise<Runner> => {
      throw new Error("no runner");
    },
    redact,
    workspace: "/srv/shop",
    agents: ["codex", "claude"],
    version: "1.2.3",
    onUnexpected: (error) => unexpected.push(error),
    ...more,
  };
  return { given, unexpected };
}

/** The server over sessions in memory, with the client of the SDK. */
export async function serve(
  sessions: readonly (SessionSeed | Transcript)[],
  changes: Changes = {},
): Promise<MemoryStage> {
  const { given, unexpected } = givenOver(sessions, changes);
  const server = mcpServer(given);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1.0.0" });
  await Promise.all([server.connect(far), client.connect(near)]);
  return { client, unexpected, close: () => client.close() };
}
