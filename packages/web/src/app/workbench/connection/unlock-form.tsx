import { Banner, LinkButton } from "../../design/index.ts";
import { hrefOf } from "../../shell/route.ts";

/** The saved session is encrypted, and its key is not known. */
export function UnlockForm({ detail }: { readonly detail: string | null }) {
  return (
    <Banner
      tone="caution"
      actions={
        <LinkButton size="small" href={hrefOf({ screen: "options" })}>
          Unlock
        </LinkButton>
      }
    >
      Locked: {detail ?? "the saved session is encrypted, and its key is needed."}
    </Banner>
  );
}
