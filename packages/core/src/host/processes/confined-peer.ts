import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A connection to a server of this process, by its two ports on this machine. */
export interface PeerPorts {
  readonly server: number;
  readonly client: number;
}

/**
 * Whether the program at the other end may do less than this process: a sandbox took from it what no start of another program gives
 * back. So does the sandbox of each agent, which may read every file and, with the network, reach this machine. A program that
 * cannot be found counts as one. False outside Linux, where nobody can tell.
 */
export function isConfinedPeer(ports: PeerPorts): boolean {
  const tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(read);
  if (tables[0] === null) return false;
  return socketsOf(tables.join("\n"), ports, process.getuid?.() ?? 0).some((socket) => {
    const owners = socket === null ? [] : ownersOf(socket);
    return owners.length === 0 || owners.some(isConfined);
  });
}

/**
 * The inodes of the client's end in the system's tables of connections. Several, if programs call from the same port of different
 * addresses of this machine: which of them called is not asked. Null: its program has closed it already, or it is in a network of
 * its own. None: it is another user's, so one that may read our files anyway.
 */
export function socketsOf(tables: string, { server, client }: PeerPorts, user: number): readonly (string | null)[] {
  const [own = "", remote = ""] = [client, server].map(
    (port) => `:${port.toString(16).toUpperCase().padStart(4, "0")}`,
  );
  const rows = tables
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, from = "", to = ""]) => from.endsWith(own) && to.endsWith(remote));
  if (rows.length === 0) return [null];
  // A closed one is nobody's: its user is given as 0.
  return rows.flatMap(({ 7: owner, 9: inode = closed }) =>
    inode === closed ? [null] : Number(owner) === user ? [inode] : [],
  );
}

const closed = "0";

function ownersOf(inode: string): readonly string[] {
  const wanted = `socket:[${inode}]`;
  return readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && openFiles(pid).includes(wanted));
}

function openFiles(pid: string): readonly (string | null)[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((name) => linked(`/proc/${pid}/fd/${name}`));
  } catch {
    return [];
  }
}

function isConfined(pid: string): boolean {
  const isSameUser = linked(`/proc/${pid}/ns/user`) === linked("/proc/self/ns/user");
  return !isSameUser || (isBarred(pid) && !isBarred("self"));
}

function isBarred(pid: string): boolean {
  return /^NoNewPrivs:\s*0$/m.test(read(`/proc/${pid}/status`) ?? "") === false;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function linked(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
