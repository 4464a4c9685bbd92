import { count } from "@reprise/model";
import { Button } from "../design/index.ts";
import { usePage } from "../shell/page.ts";

/** Everything that is saved is encrypted with a new key. */
export function RenewKey() {
  const { workspaces, toasts } = usePage();
  const renew = async () => {
    try {
      const { renewed, left } = await workspaces.renewKey(null);
      const rest = left.length === 0 ? "" : ` ${left.length} could not be changed: ${left[0]?.reason}`;
      toasts.show(`New key: ${count(renewed.length, "file")} encrypted again.${rest}`);
    } catch (error) {
      toasts.fail(error);
    }
  };
  return (
    <div class="options-row">
      <span class="grow">After someone may have seen the key, change it.</span>
      <Button size="small" onClick={() => void renew()}>
        Encrypt with a new key
      </Button>
    </div>
  );
}
