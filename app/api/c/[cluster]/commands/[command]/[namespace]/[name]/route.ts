import { viewerRoute } from "@/lib/server/access/door";
import type { CommandParams } from "@/lib/server/commands/answer-command";
import { loadAnswers } from "@/lib/server/commands/load-commands";
import { unknownPath } from "@/lib/server/http/unknown-path";

export const dynamic = "force-dynamic";

/** Where nothing may be written, this address answers like any that does not exist. */
export const GET = viewerRoute<CommandParams>(async (asked) => {
  const answers = await loadAnswers(asked.viewer);
  return answers === null ? unknownPath() : answers.answerMay(asked);
});

export const POST = viewerRoute<CommandParams>(async (asked) => {
  const answers = await loadAnswers(asked.viewer);
  return answers === null ? unknownPath() : answers.answerRun(asked);
});

export const OPTIONS = viewerRoute<CommandParams>(unknownPath);
