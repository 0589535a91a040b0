import { HISTORY_ONLY_COMMANDS, type ObjectCommandName } from "@/lib/contract/commands";
import type { Viewer, WatchedKind } from "@/lib/domain/source/scope";
import { onlyReadsWords } from "@/lib/format/accepted-loss-words";
import { Refusal } from "@/lib/server/http/problem";
import { unknownPath } from "@/lib/server/http/unknown-path";
import type { AllowedWrite } from "@/lib/server/kube/allow-list";

/*
 * The only way into this room. Where nothing may be written, no module of a command is loaded: the others here are imported by these functions.
 */

/** What answers the route of commands; null = there is no such route for this viewer. */
export async function loadAnswers({ mayWrite }: Pick<Viewer, "mayWrite">) {
  return mayWrite ? import("./answer-command") : null;
}

/** Refuses a command that is not loaded: one that the history would store with the way out, any other like an unknown address. */
export function refuseUnloaded({ command }: { readonly command: string }): never {
  if (HISTORY_ONLY_COMMANDS.includes(command)) throw new Refusal(403, "Read-only", onlyReadsWords());
  return unknownPath();
}

/** What makes tokens for machines; null = there is no such thing for this viewer. */
export async function loadTokens({ mayWrite }: Pick<Viewer, "mayWrite">) {
  return mayWrite ? import("./token-for-machines") : null;
}

/** The commands whose controls a page shows on objects of a kind. */
export async function offeredCommands({ mayWrite }: Pick<Viewer, "mayWrite">, kind: WatchedKind): Promise<readonly ObjectCommandName[]> {
  if (!mayWrite) return [];
  const { commandsOn } = await import("./declared");
  return commandsOn(kind);
}

/** The writes that the clients of this server may send. */
export async function loadWrites({ readOnly }: { readonly readOnly: boolean }): Promise<readonly AllowedWrite[]> {
  if (readOnly) return [];
  const { COMMANDS, writesOf } = await import("./declared");
  return writesOf(Object.values(COMMANDS));
}
