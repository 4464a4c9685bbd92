/** What people call a session that Reprise started with a prompt of its own; null if it did not. */
export function ownTitle(title: string): string | null {
  const [, number, project] = /^Round (\d+) of the project “(.*)”: work on it as/.exec(title) ?? [];
  if (project !== undefined) return `${project} · round ${number}`;
  const [, pull] = /^(?:Continue to resolve|Resolve) the review comments of (\S+#\d+)\. /.exec(title) ?? [];
  if (pull !== undefined) return `Review ${pull}`;
  return /^(?:Continue to resolve|Resolve) the review comments below\. /.test(title)
    ? "Review of a file of comments"
    : null;
}

/** The history of another session, sent piece by piece, or a brief of one. */
export function isOfAnother(title: string): boolean {
  return /^(?:\[Reprise restore [0-9a-f]+: |Restore this session: )/.test(title);
}
