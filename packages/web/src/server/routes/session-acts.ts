import { type Library, notShownIn, type Runner } from "@reprise/model";
import type { sessionActRoutes } from "@reprise/model/routes";
import type { Answers } from "../mount.ts";
import { scopeIn } from "../session-place.ts";

export function sessionActAnswers(runner: Runner, library: Library): Answers<typeof sessionActRoutes> {
  const approvals = async (session: string) => ({ approvals: await runner.approvals(session) });
  return {
    async getStatus({ query }) {
      const scope = scopeIn(query.workspace);
      return { sessions: await runner.status(scope), notShown: await notShownIn(scope, library) };
    },
    countDismissed: async ({ query }) => ({ count: await runner.dismissedCount(scopeIn(query.workspace)) }),
    getDismissal: ({ params }) => runner.dismissal(params.id),
    dismiss: ({ params, body }) => runner.dismiss(params.id, body.isDismissed),
    getRunning: async ({ params }) => ({ run: await runner.running(params.id) }),
    cancelSession: async ({ params }) => ({ run: await runner.cancel(params.id) }),
    listApprovals: ({ params }) => approvals(params.id),
    async grantApproval({ params, body }) {
      await runner.grant(params.id, body);
      return approvals(params.id);
    },
    async revokeApproval({ params, body }) {
      await runner.revoke(params.id, body.hash);
      return approvals(params.id);
    },
  };
}
