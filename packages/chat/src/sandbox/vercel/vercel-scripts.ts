// Programs for the Node of the sandbox. Arguments are never part of the text.

/**
 * Runs a command in its own process group. Its output comes as base64, one piece a line, since the logs of Vercel are text:
 * `+` it started, `!` it could not, `1` stdout, `2` stderr, `=` its end.
 */
export const runCommand = `
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const [input, cwd, program, ...args] = process.argv.slice(1);
const tell = (kind, text) => process.stdout.write(kind + text + "\\n");
const fail = (what, message) => { tell("!", JSON.stringify({ what, message })); process.exitCode = 127; };
if (!fs.statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) fail("folder", cwd);
else {
  const child = spawn(program, args, { cwd, detached: true, stdio: [fs.openSync(input, "r"), "pipe", "pipe"] });
  fs.rmSync(input, { force: true });
  child.on("error", (error) => fail("program", error.message));
  child.on("spawn", () => tell("+", ""));
  for (const [kind, output] of [["1", child.stdout], ["2", child.stderr]])
    output.on("data", (piece) => {
      if (tell(kind, piece.toString("base64"))) return;
      output.pause();
      process.stdout.once("drain", () => output.resume());
    });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => { try { process.kill(-child.pid, signal); } catch {} });
  child.on("exit", (code, signal) => {
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      process.stdout.write("=" + JSON.stringify({ code, signal }) + "\\n", () => process.exit(0));
    };
    // A background process may keep the output open: it is over after a silence.
    let silence = setTimeout(end, 250);
    for (const output of [child.stdout, child.stderr])
      output.on("data", () => { clearTimeout(silence); silence = setTimeout(end, 250); });
    child.on("close", end);
  });
}`;

/** mark: ends everything whose mark starts so. */
export const endMarked = `
const fs = require("node:fs");
const [mark] = process.argv.slice(1);
for (let round = 0, found = true; found && round < 5; round++) {
  found = false;
  for (const pid of fs.readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name) && Number(name) !== process.pid))
    try {
      if (!("\\0" + fs.readFileSync("/proc/" + pid + "/environ", "latin1")).includes("\\0REPRISE_SANDBOX=" + mark)) continue;
      process.kill(Number(pid), "SIGKILL");
      found = true;
    } catch {}
}`;

/** folders: makes them. */
export const makeFolders = `
const fs = require("node:fs");
for (const folder of process.argv.slice(1)) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });`;

/** root, stage with list.json: moves each staged file to its place, following no link. */
export const moveStaged = `
const fs = require("node:fs");
const { join } = require("node:path");
const [root, stage] = process.argv.slice(1);
for (const [index, { path, isExecutable }] of JSON.parse(fs.readFileSync(join(stage, "list.json"), "utf8")).entries()) {
  const names = path.split("/");
  let folder = root;
  for (const name of names.slice(0, -1)) {
    folder = join(folder, name);
    const found = fs.lstatSync(folder, { throwIfNoEntry: false });
    if (!found) fs.mkdirSync(folder);
    else if (!found.isDirectory()) { console.error("A part of " + path + " is a symbolic link or no folder."); process.exit(1); }
  }
  fs.chmodSync(join(stage, String(index)), isExecutable ? 0o755 : 0o644);
  fs.renameSync(join(stage, String(index)), join(folder, names.at(-1)));
}
fs.rmSync(stage, { recursive: true, force: true });`;

/** root, list.json with paths: replaces it by the regular files below them, following no link. */
export const listFiles = `
const fs = require("node:fs");
const { join } = require("node:path");
const [root, list] = process.argv.slice(1);
const found = [];
const look = (path) => {
  const status = fs.lstatSync(join(root, path), { throwIfNoEntry: false });
  if (path.includes("\\ufffd")) return;
  if (status?.isFile()) found.push({ path, sizeBytes: status.size, isExecutable: (status.mode & 0o100) !== 0 });
  if (status?.isDirectory()) for (const name of fs.readdirSync(join(root, path))) look(path === "." ? name : path + "/" + name);
};
const isBehindLink = (path) => path.split("/").slice(0, -1).some((_, count, names) => {
  const status = fs.lstatSync(join(root, ...names.slice(0, count + 1)), { throwIfNoEntry: false });
  return !status?.isDirectory();
});
for (const path of JSON.parse(fs.readFileSync(list, "utf8"))) if (!isBehindLink(path)) look(path);
fs.writeFileSync(list, JSON.stringify(found));`;
