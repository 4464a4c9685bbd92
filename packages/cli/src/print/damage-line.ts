import type { Damage } from "@reprise/model";
import { safeLine } from "@reprise/model";

export function damageLine({ file, line, byteOffset, kind, detail }: Damage): string {
  return safeLine(`${file}, line ${line}, byte ${byteOffset}: ${kind}${detail === "" ? "" : `: ${detail}`}`);
}
