import { inputName, type PromptInput, safeLine } from "@reprise/model";
import { IconButton } from "../../design/index.ts";

/** Of images that were given in this tab, by path. */
const thumbnails = new Map<string, string>();

/** From now on the chip of an image shows it. */
export function showThumbnail({ path }: PromptInput, file: Blob): void {
  if (!thumbnails.has(path)) thumbnails.set(path, URL.createObjectURL(file));
}

/** A file that goes with the message. */
export function InputChip({ input, onRemove }: { readonly input: PromptInput; readonly onRemove: () => void }) {
  const name = safeLine(inputName(input.path));
  const image = thumbnails.get(input.path);
  return (
    <li class="chip" title={name}>
      {image !== undefined && <img src={image} alt="" />}
      <span class="cut">{name}</span>
      <IconButton size="small" icon="close" label={`Remove ${name}`} onClick={onRemove} />
    </li>
  );
}
