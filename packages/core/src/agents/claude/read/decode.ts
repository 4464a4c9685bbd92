import type { DamageKind } from "@reprise/model";
import type { ByteReader } from "../../../host/files/files.ts";
import type { Host } from "../../../host/host.ts";
import { readLines } from "../../reading/lines.ts";
import type { Decoded, DecodeOptions, Position, RolloutRef } from "../../reading/source.ts";
import { FileDecoder } from "./file-decoder.ts";
import { threadOfPath } from "./file-name.ts";

/** Bytes to read back if there is no usable saved state. */
const lookBackBytes = 32 * 1024 * 1024;
const start: Position = { byteOffset: 0, line: 1, state: "" };

/** All branches in file order. */
export async function* decodeClaude(
  rollout: RolloutRef,
  host: Host,
  options: DecodeOptions,
): AsyncGenerator<Decoded> {
  const from = options.from ?? start;
  const file = threadOfPath(rollout.path);
  const decoder = new FileDecoder(rollout.path, options.depth, file);
  let position = from;
  try {
    await learn(decoder, rollout.path, from, host);
    if (from.byteOffset === 0)
      decoder.about({
        thread: rollout.thread ?? file?.thread ?? null,
        subagentOf: file?.subagent?.parent ?? null,
      });
    const reader = opened(rollout.path, from.byteOffset, host);
    let isEmpty = from.byteOffset === 0;
    for await (const batch of readLines(reader, spanOf(from, options.toByte))) {
      const before = position;
      const isTail = batch.isOpenEnded && options.toByte === undefined;
      isEmpty = false;
      position = decoder.batch(batch);
      yield { facts: decoder.flush(), position: isTail ? before : position, isTail };
    }
    if (isEmpty) yield endingIn("empty-file", "the file is empty");
  } catch (error) {
    if (!isOfTheMachine(error)) throw error;
    yield endingIn("unreadable", error.message);
  }

  function endingIn(kind: DamageKind, detail: string): Decoded {
    const { line, byteOffset } = position;
    return {
      facts: [
        ...decoder.flush(),
        { type: "damage", damage: { file: rollout.path, line, byteOffset, kind, detail } },
      ],
      position,
      isTail: true,
    };
  }
}

function spanOf(from: Position, toByte: number | undefined) {
  return { fromByte: from.byteOffset, fromLine: from.line, toByte: toByte ?? Number.POSITIVE_INFINITY };
}

/** Rebuilds the state of a read from the start. */
async function learn(decoder: FileDecoder, path: string, from: Position, host: Host): Promise<void> {
  if (from.byteOffset === 0 || decoder.load(from.state)) return;
  const fromByte = Math.max(0, from.byteOffset - lookBackBytes);
  const reader = opened(path, fromByte, host);
  let isCutOff = fromByte > 0;
  if (isCutOff) decoder.forgetBeginning();
  for await (const batch of readLines(reader, { fromByte, fromLine: 1, toByte: from.byteOffset })) {
    decoder.batch(batch, { firstIndex: isCutOff ? 1 : 0 });
    decoder.flush();
    isCutOff = false;
  }
}

function opened(path: string, fromByte: number, host: Host): ByteReader {
  const reader = host.files.open(path, fromByte);
  if (!reader) throw Object.assign(new Error(`${path} is no longer there.`), { code: "ENOENT" });
  return reader;
}

/** A system error; anything else is our bug. */
function isOfTheMachine(error: unknown): error is Error & { code: string } {
  return error instanceof Error && typeof (error as { code?: unknown }).code === "string";
}
