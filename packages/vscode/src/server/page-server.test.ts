import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { PageServer } from "./page-server.ts";
import { ProgramError, type RepriseProgram } from "./reprise-program.ts";

const running: Server[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await stop(server);
});

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Lets in whoever has the key, like the real one; each has a cookie of its own. */
async function startServer(seen: IncomingMessage[] = []): Promise<Server> {
  const cookie = `reprise-1=${Math.random()}`;
  const server = createServer((incoming, outgoing) => {
    seen.push(incoming);
    if (incoming.url === "/open?key=1") outgoing.writeHead(303, { "set-cookie": `${cookie}; HttpOnly` }).end();
    else if (incoming.headers.cookie !== cookie) outgoing.writeHead(401).end("{}");
    else outgoing.writeHead(200, { "content-type": "text/plain", "set-cookie": "a=b" }).end(incoming.url);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  running.push(server);
  return server;
}

/** Each `reprise open` finds the server that `find` names. */
function programFor(find: () => Promise<Server> | Server) {
  const calls: (readonly string[])[] = [];
  const program: RepriseProgram = {
    output: () => Promise.reject(new Error("not used")),
    async firstLine(args) {
      calls.push(args);
      const { port } = (await find()).address() as AddressInfo;
      return JSON.stringify({ type: "listening", url: `http://127.0.0.1:${port}/open?key=1` });
    },
  };
  return { program, calls };
}

const get = { path: "/sessions", method: "GET", headers: {}, body: null };
const { signal } = new AbortController();

async function textOf(server: PageServer): Promise<string> {
  const { body } = await server.call(get, signal);
  return Buffer.concat(await Array.fromAsync(body)).toString();
}

it("the server is found once, for all calls, and lets us in", async () => {
  const seen: IncomingMessage[] = [];
  const server = await startServer(seen);
  const { program, calls } = programFor(() => server);
  const page = new PageServer(program, () => {});
  expect(await Promise.all([textOf(page), textOf(page)])).toEqual(["/sessions", "/sessions"]);
  expect(await textOf(page)).toBe("/sessions");
  expect(calls).toEqual([["open", "--json", "--no-browser"]]);
  expect(seen.filter(({ url }) => url?.startsWith("/open"))).toHaveLength(1);
});

it("a call carries our cookie and our origin, and the page sees neither the cookie nor a new one", async () => {
  const seen: IncomingMessage[] = [];
  const server = await startServer(seen);
  const page = new PageServer(programFor(() => server).program, () => {});
  const answer = await page.call({ ...get, method: "POST", body: Buffer.from("{}") }, signal);
  expect(answer.headers).toEqual({ "content-type": "text/plain" });
  const last = seen.at(-1);
  expect(last?.headers).toMatchObject({
    cookie: expect.stringMatching(/^reprise-1=/),
    origin: `http://${last?.headers.host}`,
    "content-length": "2",
  });
});

it("after the server has died, the next call starts another", async () => {
  const servers = [await startServer(), await startServer()];
  const { program, calls } = programFor(() => servers[calls.length - 1] as Server);
  const page = new PageServer(program, () => {});
  await textOf(page);
  await stop(servers[0] as Server);
  running.shift();
  expect(await Promise.all([textOf(page), textOf(page)])).toEqual(["/sessions", "/sessions"]);
  expect(calls).toHaveLength(2);
});

it("a server on the same port that does not know us lets us in again", async () => {
  const first = await startServer();
  const { port } = first.address() as AddressInfo;
  const { program, calls } = programFor(() => running.at(-1) as Server);
  const page = new PageServer(program, () => {});
  await textOf(page);
  await stop(first);
  running.shift();
  const second = await startServer();
  await stop(second);
  second.listen(port, "127.0.0.1");
  await once(second, "listening");
  expect(await textOf(page)).toBe("/sessions");
  expect(calls).toHaveLength(2);
});

it("a call that the server had received is not sent twice", async () => {
  const seen: IncomingMessage[] = [];
  const server = await startServer(seen);
  const page = new PageServer(programFor(() => server).program, () => {});
  await textOf(page);
  server.prependListener("request", (incoming) => incoming.socket.destroy());
  await expect(textOf(page)).rejects.toThrow();
  expect(seen.filter(({ url }) => url === "/sessions")).toHaveLength(2);
});

it("why there is no server is reported, and that there is one again", async () => {
  const problems: (string | null)[] = [];
  const server = await startServer();
  let isInstalled = false;
  const { program } = programFor(() => {
    if (!isInstalled) throw new ProgramError("There is no program.");
    return server;
  });
  const page = new PageServer(program, (problem) => problems.push(problem?.message ?? null));
  await expect(textOf(page)).rejects.toThrow("There is no program.");
  isInstalled = true;
  page.forget();
  await textOf(page);
  expect(problems).toEqual(["There is no program.", null]);
});

it("a page does not start a server again that was stopped; a person does", async () => {
  const server = await startServer();
  const { program, calls } = programFor(() => server);
  const page = new PageServer(program, () => {});
  await textOf(page);
  page.leaveStopped();
  await expect(textOf(page)).rejects.toThrow("Restart the Page");
  expect(calls).toHaveLength(1);
  page.forget();
  expect(await textOf(page)).toBe("/sessions");
});

it("a line that is not of a server on this machine is refused", async () => {
  for (const line of ["", "{}", '{"type":"listening","url":"http://evil.example/open?key=1"}', "[]"]) {
    const program = { output: () => Promise.resolve(""), firstLine: () => Promise.resolve(line) };
    await expect(textOf(new PageServer(program, () => {}))).rejects.toThrow("Update it");
  }
});
