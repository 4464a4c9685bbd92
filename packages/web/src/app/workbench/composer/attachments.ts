import { count, type PromptInput } from "@reprise/model";

export const mostImages = 8;
export const mostImageBytes = 10 * 1024 * 1024;

/** Why files cannot be attached; null if they can. */
export function whyNotAttach(
  files: readonly { readonly type: string; readonly size: number; readonly name: string }[],
  attached: number,
): string | null {
  const other = files.find(({ type }) => !/^image\/(?:png|jpeg|gif|webp)$/.test(type));
  if (other !== undefined) return `${other.name} is no PNG, JPEG, GIF or WebP image. Mention other files with @.`;
  const large = files.find(({ size }) => size > mostImageBytes);
  if (large !== undefined) return `${large.name} is larger than 10 MB.`;
  return attached + files.length > mostImages ? `A message takes at most ${count(mostImages, "image")}.` : null;
}

/** An image that is attached already has the same path. */
export function withNew(attached: readonly PromptInput[], more: readonly PromptInput[]): readonly PromptInput[] {
  return [...new Map([...attached, ...more].map((one) => [one.path, one])).values()];
}
