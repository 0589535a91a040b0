import { ObjectYaml } from "@/lib/contract/answers/answers";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import type { MuteAnnotationResource } from "@/lib/domain/findings/mutable-object";
import { MUTE_ANNOTATION, type ObjectMute, objectMutesOf } from "@/lib/domain/findings/object-mute";
import { asText, fieldValue } from "@/lib/domain/preview/values";
import { unreadableMutesWords } from "@/lib/format/findings/mute-words";
import { ask } from "./ask";
import { type CommandOutcome, sendCommand } from "./send-command";

/** An object whose findings can be muted for everybody. */
export interface MutableObject {
  readonly resource: MuteAnnotationResource;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** The command that mutes findings about objects of a kind. */
export const MUTE_COMMANDS = {
  workloadentries: "mute-workloadentry",
  workloadgroups: "mute-workloadgroup",
  services: "mute-service",
  serviceentries: "mute-serviceentry",
} as const satisfies Readonly<Record<MuteAnnotationResource, ObjectCommandName>>;

/** Reads what an object mutes now, as the viewer, and writes it changed onto the very version that was read. Never throws. */
export async function changeMutes(
  { resource, ...address }: MutableObject,
  change: (mutes: readonly ObjectMute[]) => readonly ObjectMute[],
): Promise<CommandOutcome & { readonly isUnreadable?: true }> {
  const { cluster, namespace, name } = address;
  const read = await ask(apiPaths.object(cluster, resource, namespace, name), ObjectYaml, new AbortController().signal);
  if (read.kind === "refused") return { kind: "refused", problem: read.problem, status: null };
  // Whoever only looks at findings does not load it.
  const { parse } = await import("yaml");
  const metadata = fieldValue(parse(read.value.yaml), "metadata");
  const mutes = objectMutesOf(asText(fieldValue(fieldValue(metadata, "annotations"), MUTE_ANNOTATION)));
  if (mutes === null) return { kind: "refused", isUnreadable: true, problem: unreadableMutesWords(), status: null };
  const input = { uid: asText(fieldValue(metadata, "uid")), mutes: change(mutes).map((mute) => ({ ...mute })) };
  return sendCommand({ name: MUTE_COMMANDS[resource], address, resourceVersion: read.value.resourceVersion, input });
}
