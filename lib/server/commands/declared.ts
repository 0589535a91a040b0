import { type CommandName, isCommandName } from "@/lib/contract/commands";
import type { WatchedKind } from "@/lib/domain/scope";
import type { AllowedWrite } from "@/lib/server/kube/allow-list";
import { RESOURCES } from "@/lib/server/kube/resources";
import type { Command } from "./command";
import { setExpectedSize } from "./set-expected-size";

/** Every write that this server can make. A line here is all that its route, its place on the allow-list and its audit need. */
export const COMMANDS: Readonly<Record<CommandName, Command>> = {
  "set-expected-size": setExpectedSize,
};

/** The shapes of the requests that commands send: what a client may send beside reads. */
export function writesOf(commands: readonly Command[]): readonly AllowedWrite[] {
  return commands.map(({ verb, kind, subresource }) => ({ verb, resource: RESOURCES[kind], subresource }));
}

/** The commands that objects of a kind have. */
export function commandsOn(kind: WatchedKind): readonly CommandName[] {
  return Object.keys(COMMANDS)
    .filter(isCommandName)
    .filter((name) => COMMANDS[name].kind === kind);
}
