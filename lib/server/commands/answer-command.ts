import { type CommandAccepted, type CommandObjectReference, type CommandPermission, CommandRequest, isObjectCommandName } from "@/lib/contract/commands";
import { auditOrigin } from "@/lib/server/access/audit-origin";
import type { ActingViewer, SignIn } from "@/lib/server/access/viewer";
import type { Config } from "@/lib/server/config";
import type { ReadRails } from "@/lib/server/guard-rails/read-rails";
import type { History } from "@/lib/server/history/history";
import type { AuditLine } from "@/lib/server/history/keep-audit";
import { readBody } from "@/lib/server/http/handler";
import { unknownPath } from "@/lib/server/http/unknown-path";
import { audit, resultOf } from "./audit-line";
import { COMMANDS } from "./declared";
import { type CommandCall, mayCommand, runCommand } from "./run-command";
import { NOTHING_TOLD } from "./told-facts";

/** The segments of a command's address. */
export interface CommandParams extends CommandObjectReference {
  readonly command: string;
}

interface CommandAsked {
  readonly runtime: {
    readonly history: Pick<History, "keepAudit" | "decideLosses" | "changeNote">;
    readonly signIn: Pick<SignIn, "sessionOf">;
    readonly readRails: ReadRails;
    readonly config: Pick<Config, "localAddresses">;
  };
  readonly request: Request;
  readonly viewer: ActingViewer;
  readonly params: CommandParams;
}

/** May the viewer give the command for this object? */
export function answerMay(asked: CommandAsked): Promise<CommandPermission> {
  return mayCommand(callOf(asked));
}

/** Gives the command. */
export async function answerRun(asked: CommandAsked): Promise<CommandAccepted> {
  const call = callOf(asked);
  if (call.command.answeredBy === "own-route") return unknownPath();
  return runCommand(call, await requestOf(call, asked.request));
}

/** A request that cannot be read leaves its audit line too: what it does not say, such as that it is a trial, is not so. */
async function requestOf(call: CommandCall, request: Request): Promise<CommandRequest> {
  try {
    return await readBody(request, CommandRequest);
  } catch (thrown) {
    audit({ ...call, dryRun: false, changedFields: [], auditId: "", told: NOTHING_TOLD, result: resultOf(thrown) });
    throw thrown;
  }
}

/** Asked again here, whoever loaded this: where nothing may be written, there is no command of any name. */
function callOf({ request, viewer, runtime, params: { command: name, ...address } }: CommandAsked): CommandCall {
  if (!viewer.mayWrite || !isObjectCommandName(name)) return unknownPath();
  const { readRails, history, config, signIn } = runtime;
  const audited = { origin: auditOrigin(request, signIn), keep: (line: AuditLine) => history.keepAudit(line) };
  return { viewer, name, command: COMMANDS[name], address, readRails, localAddresses: config.localAddresses, history, ...audited };
}
