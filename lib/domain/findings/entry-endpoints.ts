import type { Definition } from "@/lib/domain/selection/definitions";
import type { CombinedRule } from "@/lib/domain/selection/destination-rules";
import { portForService, portForServiceEntry } from "@/lib/domain/selection/endpoint-port";
import type { EndpointTls, UnmarkedCause } from "@/lib/domain/selection/endpoint-tls";
import type { Machine } from "@/lib/domain/selection/machine";
import { selectionMatch } from "@/lib/domain/selection/match";
import { endpointTls, unmarkedBy } from "@/lib/domain/selection/mutual-tls";
import type { Selector } from "@/lib/domain/selection/objects";
import { machineOf } from "@/lib/domain/selection/selected-by";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { FindingHost } from "./findings-world";
import { definitionsBy, ruleOf } from "./host-parts";

/** A machine as the endpoint of one port of a host, as callers of the host's own namespace have it. */
export interface EntryEndpoint {
  readonly definition: Definition;
  readonly machine: Machine;
  readonly port: number;
  /** Where it ends on the machine; 0 with a socket. */
  readonly ends: number;
  /** The setting that keeps the mark of mutual TLS from it; null = it has the mark. */
  readonly unmarked: UnmarkedCause | null;
  readonly tls: EndpointTls;
}

/** The endpoints that istiod makes of a machine for a host that takes it; none where it is not sent just now, or callers get no list. */
export function endpointsOf(entry: WorkloadEntry, host: FindingHost, selection: SelectionWorld): readonly EntryEndpoint[] {
  const { selector } = host;
  // Without address and network, callers get no endpoint, or an endpoint with an empty address (facts 12.2).
  if (entry.address === "" && entry.network === "") return [];
  if (!selectionMatch(selector, { kind: "entry", entry }, selection.mesh).isStored) return [];
  const machine = machineOf({ kind: "entry", entry }, selection.mesh);
  return ruledDefinitions(host, selection).flatMap(({ definition, rule }) => {
    const found =
      selector.kind === "Service"
        ? selector.ports.map((port) => portForService(port, machine))
        : selector.ports.map((port) => portForServiceEntry(port, machine));
    return definition.ports.flatMap(({ number, protocol }, at) => {
      const ends = found[at]?.port ?? null;
      if (ends === null || protocol.toUpperCase() === "UDP") return [];
      const question = { definition, rule, subset: "", port: number };
      const unmarked = unmarkedBy({ machine, port: ends }, question, selection);
      return [{ definition, machine, port: number, ends, unmarked, tls: endpointTls({ machine, port: ends }, question, selection) }];
    });
  });
}

interface RuledDefinition {
  readonly definition: Definition;
  readonly rule: CombinedRule | null;
}

/** As they were last made: all machines of a host ask for the same, as long as nothing that decides is another. */
const made = new WeakMap<SelectionWorld, WeakMap<Selector, readonly RuledDefinition[]>>();

function ruledDefinitions(host: FindingHost, selection: SelectionWorld): readonly RuledDefinition[] {
  const ofSelection = made.get(selection) ?? new WeakMap<Selector, readonly RuledDefinition[]>();
  made.set(selection, ofSelection);
  const known = ofSelection.get(host.selector);
  if (known !== undefined) return known;
  const ruled = definitionsBy(host, selection).map((definition) => ({ definition, rule: ruleOf(definition, selection) }));
  ofSelection.set(host.selector, ruled);
  return ruled;
}
