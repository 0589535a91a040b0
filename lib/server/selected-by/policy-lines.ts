import type { AppliedPolicies, AppliedPolicy, PolicyEffect } from "@/lib/contract/views/selected-by";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { HostNameDefinition } from "@/lib/domain/selection/definitions";
import { destinationRuleFor } from "@/lib/domain/selection/destination-rules";
import { bundleLabelsWithoutCanonical } from "@/lib/domain/selection/group-entry";
import type { SelectableEntry } from "@/lib/domain/selection/objects";
import type { DestinationRule, PeerAuthentication } from "@/lib/domain/selection/policies";
import {
  authorizationPoliciesFor,
  peerAuthenticationsFor,
  policiesWithUnknownMatch,
  sidecarLimitingMachine,
  sidecarPolicyLabels,
} from "@/lib/domain/selection/policies-on";
import { type LabelMap, missingLabels, workloadOfEntry } from "@/lib/domain/selection/workload";
import { BARE_SIDECAR_CALLER } from "@/lib/domain/selection/world";
import type { Seen } from "./seen";

/** Whose labels the policies of a machine's sidecar see, and what is not known of them. */
export interface OwnLabels extends Pick<AppliedPolicies, "labelsBy" | "bundle"> {
  readonly labels: LabelMap;
  /** Those that no bundle overrides. */
  readonly sure: LabelMap;
}

/**
 * The labels that the policies of a machine's sidecar see. Nothing in the mesh tells what its bundle says: where the group is in sight, it is taken to be what
 * one made of the group now would say. Another entry of the same address is not looked for.
 */
export function ownLabelsOf(entry: SelectableEntry, group: WorkloadGroup | null, { world }: Seen): OwnLabels {
  const bundle: LabelMap = group === null ? new Map() : bundleLabelsWithoutCanonical(group);
  const vm = { namespace: entry.namespace, addresses: entry.address === "" ? [] : [entry.address], bundle };
  const { labels, by } = sidecarPolicyLabels(vm, { ...world, entries: [entry], pods: [] });
  const sure: LabelMap = by === null ? new Map() : workloadOfEntry(entry, world.mesh).labels;
  return { labels, labelsBy: by, bundle: group === null ? "unknown" : "group", sure };
}

/** The policies that touch a machine, and those that decide how its hosts are called. */
export function policyLinesOf(entry: SelectableEntry, own: OwnLabels, hosts: readonly HostNameDefinition[], seen: Seen): AppliedPolicies {
  const { world, mesh, authorizations } = seen;
  const machine = { namespace: entry.namespace, labels: own.labels };
  const sidecar = sidecarLimitingMachine(world, machine);
  const lines: readonly AppliedPolicy[] = [
    ...authorizationPoliciesFor(authorizations, machine, mesh).map(({ policy, by }) =>
      lineOf("authorizationpolicies", policy, by, { what: "authorizes", action: policy.action, rules: policy.rules }),
    ),
    ...peerAuthenticationsFor(world, machine).map(({ policy, by, decides }) => lineOf("peerauthentications", policy, by, takes(policy, decides))),
    ...(sidecar === null
      ? []
      : [lineOf("sidecars", sidecar.policy, sidecar.by, { what: "knows", hosts: [...new Set(sidecar.policy.egress.flatMap((one) => one.hosts))] })]),
    ...ruleLines(entry, hosts, seen),
  ];
  const labelled = [...authorizations.filter(({ targets }) => targets.length === 0), ...world.authentications];
  const undecided = own.bundle === "unknown" ? policiesWithUnknownMatch(labelled, entry.namespace, own.sure, mesh).length : 0;
  return { lines, labelsBy: own.labelsBy, bundle: own.bundle, undecided };
}

function lineOf(
  resource: AppliedPolicy["resource"],
  { namespace, name }: { namespace: string; name: string },
  by: AppliedPolicy["by"],
  deed: PolicyEffect,
): AppliedPolicy {
  return { resource, namespace, name, by, deed };
}

function takes({ mode, ports }: PeerAuthentication, decides: boolean): PolicyEffect {
  return { what: "takes", mode: mode ?? "", ports: ports.map(([port, own]) => ({ port, mode: own ?? "" })), decides };
}

/** The DestinationRules by which callers of a host's own namespace call it, each once for a host. */
function ruleLines(entry: SelectableEntry, hosts: readonly HostNameDefinition[], { world }: Seen): readonly AppliedPolicy[] {
  const { labels } = workloadOfEntry(entry, world.mesh);
  return hosts.flatMap((definition) => {
    const rule = destinationRuleFor(definition, { ...BARE_SIDECAR_CALLER, namespace: definition.namespace }, world);
    return (rule?.from ?? []).map((one) => lineOf("destinationrules", one, "host", callsOf(one, definition, labels)));
  });
}

function callsOf({ policy, subsets }: DestinationRule, { host }: HostNameDefinition, labels: LabelMap): PolicyEffect {
  const inside = subsets.filter((subset) => missingLabels(subset.labels, labels).length === 0).map(({ name }) => name);
  return { what: "calls", host, tls: policy?.tls ?? "", subsets: inside, subsetCount: subsets.length, ejects: policy?.outlier != null };
}
