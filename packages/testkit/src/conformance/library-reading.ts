import { type Library, SessionError, type SessionId, type Turn } from "@reprise/model";
import { expect } from "vitest";

export async function turnsOf(
  library: Library,
  id: SessionId,
  window?: Parameters<Library["read"]>[1],
): Promise<Turn[]> {
  const reading = await library.read(id, window);
  const turns: Turn[] = [];
  for await (const turn of reading.turns) turns.push(turn);
  return turns;
}

export async function expectRefused(promise: Promise<unknown>, code: SessionError["code"]): Promise<SessionError> {
  const result = await promise.then(
    (value) => value,
    (error: unknown) => error,
  );
  expect(result).toBeInstanceOf(SessionError);
  expect((result as SessionError).code).toBe(code);
  return result as SessionError;
}
