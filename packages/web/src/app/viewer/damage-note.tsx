import { type Damage, damageWords, exactLine, safeLine } from "@reprise/model";
import { Icon } from "../design/index.ts";

/** Something in the file that could not be read, where it is. */
export function DamageNote({ damage }: { readonly damage: Damage }) {
  const { file, line, kind, detail } = damage;
  const { wrong, kept, advice } = damageWords[kind];
  const name = exactLine(file.slice(file.lastIndexOf("/") + 1));
  return (
    <div class="damage-note">
      <Icon name="warning" />
      <div>
        <p>
          <strong>
            Damage in line {line}: {wrong}
          </strong>
          {detail === "" ? "" : ` (${safeLine(detail)})`} · <code>{name}</code>
        </p>
        <p class="soft">
          Still readable: {kept}. To do: {advice}.
        </p>
      </div>
    </div>
  );
}
