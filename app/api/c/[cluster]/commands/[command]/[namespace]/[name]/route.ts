import type { CommandParams } from "@/lib/server/commands/answer-command";
import { loadAnswers, refuseUnloaded } from "@/lib/server/commands/load-commands";
import { unknownPath } from "@/lib/server/http/unknown-path";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** A read-only server answers like an unknown address, except for the commands that the history stores. */
export const GET = viewerRoute<CommandParams>(async (asked) => {
  const answers = await loadAnswers(asked.viewer);
  return answers === null ? refuseUnloaded(asked.params) : answers.answerMay(asked);
});

export const POST = viewerRoute<CommandParams>(async (asked) => {
  const answers = await loadAnswers(asked.viewer);
  return answers === null ? refuseUnloaded(asked.params) : answers.answerRun(asked);
});

export const OPTIONS = viewerRoute<CommandParams>(unknownPath);
