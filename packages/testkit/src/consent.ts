import type { Consent } from "@reprise/model";

/** An absent user: differences and wider permissions are refused, nothing is answered. */
export const carefulConsent: Consent = {
  drift: "refuse",
  reappliesApprovals: true,
  sendsRecap: true,
  allowsWider: false,
  canAnswer: false,
};
