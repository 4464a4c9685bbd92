import { ObjectError } from "../object-store.ts";
import { type S3Credentials, s3Credentials, s3Region } from "./credentials.ts";

export interface S3Place {
  readonly bucket: string;
  /** Ends with a slash unless it is empty. */
  readonly prefix: string;
  readonly region: string;
  /** The address of the bucket, with a slash at the end. */
  readonly url: string;
  readonly credentials: S3Credentials;
}

/**
 * `s3://BUCKET/PREFIX`, with `endpoint`, `region` and `style` (`path` or `host`) as parameters. Other servers than AWS usually want the
 * bucket in the path, which is the default for them.
 */
export async function s3Place(address: string, env: Readonly<Record<string, string | undefined>>): Promise<S3Place> {
  const { hostname, port, pathname, searchParams } = new URL(address);
  const bucket = port === "" ? decodeURIComponent(hostname) : "";
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ObjectError("other", `${address} names no bucket. Write s3://BUCKET/PREFIX.`);
  const region = searchParams.get("region") ?? (await s3Region(env));
  const named = searchParams.get("endpoint") ?? env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL ?? "";
  const endpoint = new URL(named || `https://s3.${region}.amazonaws.com`);
  const style = searchParams.get("style") ?? (named || bucket.includes(".") ? "path" : "host");
  const path = endpoint.pathname.replace(/\/+$/, "");
  const url =
    style === "path"
      ? `${endpoint.origin}${path}/${bucket}/`
      : `${endpoint.protocol}//${bucket}.${endpoint.host}${path}/`;
  const prefix = pathname.replace(/^\/+|\/+$/g, "");
  return { bucket, prefix: prefix && `${prefix}/`, region, url, credentials: await s3Credentials(env) };
}
