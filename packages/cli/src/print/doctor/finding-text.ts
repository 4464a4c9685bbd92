import type { Ailment, Damage, Finding } from "@reprise/model";
import { ailmentText, damageWords, exactLine, safeLine } from "@reprise/model";
import type { Paint } from "../paint.ts";

/** One file: whether it is listed, why not, and for each damaged place the problem, what was kept and what to do. */
export function findingText(finding: Finding, paint: Paint): string {
  const { path, session, listed, reasons, damage, ailments } = finding;
  const whole = listed && reasons.length === 0 && damage.length === 0;
  const place = listed ? "in the default list" : "not in the default list";
  return [
    paint("bold", exactLine(path)),
    `  ${session === null ? "no session" : exactLine(session)}, ${whole ? `${place}, nothing wrong` : place}`,
    ...reasons.map((reason) => `  ${exactLine(reason)}`),
    ...damage.flatMap((one) => damageRows(one, path, paint)),
    ...ailments.map((one) => ailmentRow(one, path, paint)),
    "",
  ].join("\n");
}

function ailmentRow(ailment: Ailment, path: string, paint: Paint): string {
  const { file, line, byteOffset } = ailment;
  const elsewhere = file === path ? "" : `${exactLine(file)}, `;
  const place = paint("red", `${elsewhere}line ${line}, byte ${byteOffset}`);
  return `  ${place}: ${safeLine(ailmentText(ailment))}`;
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
