import { redactWrapped } from "@reprise/core/redact";
import { serveStdio } from "@reprise/mcp";
import { exitCodes } from "../exit.ts";
import { errorText } from "../print/error-text.ts";
import type { Command } from "./command.ts";
import { scopeFolder } from "./list-query.ts";

export const run: Command = async (job) => {
  const { values, machine, stderr } = job;
  if (machine.isTerminal.stdin)
    await stderr.write(
      "reprise: waiting for an MCP client on stdin: add this command to an agent as an MCP server. Ctrl-C ends it.\n",
    );
  const onUnexpected = (error: unknown) => void stderr.write(errorText(error, { asJson: values.json })).catch(() => {});
  await serveStdio(
    {
      library: await job.library(),
      runner: () => job.runner(),
      redact: redactWrapped,
      workspace: scopeFolder(values.cwd, machine.cwd),
      agents: machine.agents.map(({ agent }) => agent),
      version: machine.version,
      onUnexpected,
    },
    { stdin: machine.openStdin(), stdout: machine.stdout, signal: machine.interruption() },
  );
  return exitCodes.done;
};
