import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { ObjectError } from "../object-store.ts";

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** From the environment, else from the profile's section of the usual files. */
export async function s3Credentials(env: Env): Promise<S3Credentials> {
  if (env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY)
    return {
      accessKeyId: env.AWS_ACCESS_KEY_ID,
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
      sessionToken: env.AWS_SESSION_TOKEN || undefined,
    };
  const profile = await profileOf(env);
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey } = profile;
  if (accessKeyId && secretAccessKey)
    return { accessKeyId, secretAccessKey, sessionToken: profile.aws_session_token || undefined };
  throw new ObjectError(
    "refused",
    `There are no credentials for the bucket. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or put them into the profile ${nameOf(env)} of ${credentialsFile(env)}. Other ways to sign in are not known here.`,
  );
}

export async function s3Region(env: Env): Promise<string> {
  return env.AWS_REGION || env.AWS_DEFAULT_REGION || (await profileOf(env)).region || "us-east-1";
}

function nameOf(env: Env): string {
  return env.AWS_PROFILE || "default";
}

function folderOf(env: Env): string {
  return join(env.HOME || homedir(), ".aws");
}

function credentialsFile(env: Env): string {
  return env.AWS_SHARED_CREDENTIALS_FILE || join(folderOf(env), "credentials");
}

async function profileOf(env: Env): Promise<Readonly<Record<string, string>>> {
  const name = nameOf(env);
  const config = await sectionOf(env.AWS_CONFIG_FILE || join(folderOf(env), "config"), [`profile ${name}`, name]);
  return { ...config, ...(await sectionOf(credentialsFile(env), [name])) };
}

async function sectionOf(path: string, names: readonly string[]): Promise<Record<string, string>> {
  const text = await readFile(path, "utf8").catch(() => "");
  const found: Record<string, string> = {};
  let isIn = false;
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[\s*(.*?)\s*\]/.exec(line)?.[1];
    if (section !== undefined) isIn = names.includes(section);
    const [, key, value] = /^([A-Za-z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (isIn && key !== undefined && value !== undefined) found[key.toLowerCase()] = value;
  }
  return found;
}
