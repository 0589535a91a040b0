import { ObjectYaml } from "@/lib/contract/answers/answers";
import { type CommandObjectReference, CommandPermission } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import { PLANNED_LEAVES_ANNOTATION, type PlannedLeave, parsePlannedLeaves } from "@/lib/domain/entry/planned-leaves";
import { managingToolOf } from "@/lib/domain/new-group/managing-tool";
import { asText, fieldValue } from "@/lib/domain/preview/values";
import { mayNotChangeWords } from "@/lib/format/command-words";
import { unreadablePlanWords } from "@/lib/format/planned-words";
import { type Asked, ask } from "./ask";

/** Who of a group is planned to go, in the version of the group that says so. */
export interface GroupPlan {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly leaves: readonly PlannedLeave[];
  /** The tool that keeps the group as it wants it; "" = none is known to. */
  readonly managedBy: string;
}

/** Reads as the viewer who of a group is planned to go. Refused where the group cannot be read or changed, or what it says is no list. Never throws. */
export async function readGroupPlan({ cluster, namespace, name }: CommandObjectReference, signal: AbortSignal): Promise<Asked<GroupPlan>> {
  const [read, may] = await Promise.all([
    ask(apiPaths.object(cluster, "workloadgroups", namespace, name), ObjectYaml, signal),
    ask(apiPaths.command("plan-leaves", { cluster, namespace, name }), CommandPermission, signal),
  ]);
  if (may.kind === "refused") return may;
  if (!may.value.may) return { kind: "refused", problem: mayNotChangeWords(may.value) };
  return read.kind === "refused" ? read : planIn(read.value);
}

async function planIn({ yaml, managedFields, resourceVersion }: ObjectYaml): Promise<Asked<GroupPlan>> {
  // Whoever plans nothing does not load it.
  const { parse } = await import("yaml");
  const metadata = fieldValue(parse(yaml), "metadata");
  const said = fieldValue(fieldValue(metadata, "annotations"), PLANNED_LEAVES_ANNOTATION);
  const planned = parsePlannedLeaves(said === undefined || said === null ? null : asText(said));
  if (planned.kind === "unreadable") return { kind: "refused", problem: unreadablePlanWords() };
  const managers = fieldValue(managedFields === "" ? {} : parse(managedFields), "managedFields");
  const managedBy = managingToolOf(metadata, managers)?.tool ?? asText(fieldValue(fieldValue(metadata, "labels"), "app.kubernetes.io/managed-by"));
  return { kind: "here", value: { uid: asText(fieldValue(metadata, "uid")), resourceVersion, leaves: planned.leaves, managedBy } };
}
