import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ContainerOptions } from "../src/sandbox/container/container-sandbox.ts";

/** Podman with storage of its own and an image of busybox, made without a registry; or why there is none. */
export function makeEngine(folder: string): { readonly options: ContainerOptions } | { readonly problem: string } {
  const runtime = isThere("runc") ? ["--runtime", "runc"] : [];
  const storage = ["--storage-driver", "vfs", "--root", join(folder, "root"), "--runroot", join(folder, "run")];
  const clientOptions = [...storage, "--cgroup-manager", "cgroupfs", ...runtime];
  // Within what an unprivileged machine may set.
  const limits = ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=4096:4096", "--network", "host"];
  const image = "localhost/reprise-test:1";
  if (!isThere("podman")) return { problem: "needs podman" };
  if (!isThere("busybox")) return { problem: "needs busybox-static for an image" };
  try {
    execFileSync("podman", [...clientOptions, "import", archive(folder), image], { stdio: "pipe" });
    execFileSync("podman", [...clientOptions, "run", "--rm", ...limits, image, "true"], { stdio: "pipe" });
    return { options: { engine: "podman", image, clientOptions, runOptions: limits } };
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    return {
      problem: `podman cannot start containers here: ${stderr?.toString().trim().slice(-200) ?? error}`,
    };
  }
}

export function isThere(program: string): boolean {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function archive(folder: string): string {
  const root = join(folder, "image");
  for (const name of ["bin", "tmp", "etc", "root"]) mkdirSync(join(root, name), { recursive: true });
  chmodSync(join(root, "tmp"), 0o1777);
  const busybox = execFileSync("sh", ["-c", "command -v busybox"], { encoding: "utf8" }).trim();
  copyFileSync(busybox, join(root, "bin/busybox"));
  chmodSync(join(root, "bin/busybox"), 0o755);
  for (const name of execFileSync(busybox, ["--list"], { encoding: "utf8" }).split("\n"))
    if (name !== "" && name !== "busybox") symlinkSync("busybox", join(root, "bin", name));
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0:root:/root:/bin/sh\n");
  execFileSync("tar", ["-C", root, "-cf", join(folder, "image.tar"), "."]);
  return join(folder, "image.tar");
}
