import type { Damage, Finding } from "@reprise/model";
import { damageWords, exactLine } from "@reprise/model";
import type { Paint } from "./paint.ts";

/** One file: whether it is listed, why not, and each damaged place with what is wrong, kept and to be done. */
export function findingText({ path, session, listed, reasons, damage }: Finding, paint: Paint): string {
  const whole = listed && reasons.length === 0 && damage.length === 0;
  const place = listed ? "in the default list" : "not in the default list";
  return [
    paint("bold", exactLine(path)),
    `  ${session === null ? "no session" : exactLine(session)}, ${whole ? `${place}, nothing is wrong` : place}`,
    ...reasons.map((reason) => `  ${exactLine(reason)}`),
    ...damage.flatMap((one) => damageRows(one, path, paint)),
    "",
  ].join("\n");
}

function damageRows({ file, line, byteOffset, kind, detail }: Damage, path: string, paint: Paint): string[] {
  const { wrong, kept, advice } = damageWords[kind];
  const elsewhere = file === path ? "" : `${exactLine(file)}, `;
  return [
    `  ${paint("red", `${elsewhere}line ${line}, byte ${byteOffset}`)}: ${wrong}${detail === "" ? "" : ` (${exactLine(detail)})`}`,
    `    kept: ${kept}`,
    `    to do: ${advice}`,
  ];
}
