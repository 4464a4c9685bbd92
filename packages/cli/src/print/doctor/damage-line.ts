import type { Damage } from "@reprise/model";
import { exactLine } from "@reprise/model";

export function damageLine({ file, line, byteOffset, kind, detail }: Damage): string {
  return exactLine(`${file}, line ${line}, byte ${byteOffset}: ${kind}${detail === "" ? "" : `: ${detail}`}`);
}
