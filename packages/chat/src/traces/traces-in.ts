import type { TurnTraces } from "./turn-traces.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Null unless the environment names a collector: then nothing is loaded, and nothing leaves the machine. */
export async function tracesIn(env: Env, version: string): Promise<TurnTraces | null> {
  const address = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isOff = /^true$/i.test(env.OTEL_SDK_DISABLED ?? "") || env.OTEL_TRACES_EXPORTER === "none";
  if (!address || isOff) return null;
  return (await import("./open-traces.ts")).openTraces(version);
}
