import type { Consent } from "@reprise/model";

/** Somebody who is away: whatever differs or would be wider is refused, nothing is answered. */
export const carefulConsent: Consent = {
  drift: "refuse",
  reappliesApprovals: true,
  sendsRecap: true,
  allowsWider: false,
  canAnswer: false,
};
