import { expect, it } from "vitest";
import { isObjectCommandName } from "@/lib/contract/commands";
import { scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import type { ActingViewer } from "@/lib/server/access/viewer";
import { RESOURCES } from "@/lib/server/cluster/kinds";
import { noRails } from "@/lib/server/guard-rails/read-rails";
import type { WritingClient } from "@/lib/server/kube/client";
import { NO_ORIGIN } from "@/lib/testing/audit-origins";
import { COMMANDS } from "./declared";
import { mayCommand } from "./run-command";

const scope = scopeFromPermissions(new Map([["prod", new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const))]]));

/** Somebody who sees everything and may change nothing. */
function aReader(): ActingViewer {
  const refusing: Partial<WritingClient> = { cluster: "prod", post: async () => ({ ok: true, value: { status: { allowed: false } } }) };
  return { subject: "reader", scope, mayWrite: true, clientOf: () => refusing as WritingClient };
}

it.each(Object.keys(COMMANDS).filter(isObjectCommandName))("whoever may not give %s is told each verb with its resource and namespace", async (name) => {
  const command = COMMANDS[name];
  const call = {
    viewer: aReader(),
    name,
    command,
    address: { cluster: "prod", namespace: "shop", name: "web" },
    readRails: noRails,
    localAddresses: "refused" as const,
    history: { decideLosses: async () => undefined, changeNote: async () => "" },
    ...{ origin: NO_ORIGIN, keep: () => undefined },
  };
  const { group } = RESOURCES[command.kind];
  const resource = `${command.kind}${group === "" ? "" : `.${group}`}${command.subresource === "" ? "" : `/${command.subresource}`}`;
  const missing = command.permission.map((verb) => `The verb ${verb} on ${resource} in namespace shop is missing`).join(". ");
  const missingRights = command.permission.map((verb) => `${verb} ${command.kind}${command.subresource === "" ? "" : `/${command.subresource}`}`);
  expect(await mayCommand(call)).toEqual({ may: false, missing, missingRights });
  expect(command.permission).not.toEqual([]);
});
