import type { GroupRow } from "@/lib/contract/views/groups";
import type { ServiceRow } from "@/lib/contract/views/services";
import { INCIDENT_STATES, type Incident } from "@/lib/domain/incidents/incident";
import { MESH_SERVICE_RESOURCE_BY_KIND } from "@/lib/domain/selection/objects";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { IncidentMemory } from "@/lib/server/fleet/incident-memory";

type FoundKey = () => string | undefined;

/**
 * Adds the key of an incident to rows of groups and services: the worst one that is not over, and in which a machine of the group did not recover or the service
 * has no endpoint. Costs the rows that a view shows, and one pass over an incident after each change of it.
 */
export class RowIncidents {
  #shown: readonly { readonly find: FoundKey; readonly key: string | undefined }[] = [];
  readonly #unhook: (() => void) | undefined;

  /** `changed`: is called when a shown row has another key. */
  constructor(
    private readonly fleet: Pick<FleetReader, "incidentMemory">,
    private readonly scope: Scope,
    changed: () => void,
  ) {
    // An incident of hidden machines must not move a frame.
    this.#unhook = fleet.incidentMemory?.hook(() => this.#shown.some(({ find, key }) => find() !== key) && changed());
  }

  /** Returns the rows that a view shows now, with their keys. */
  ofGroups(rows: readonly GroupRow[]): GroupRow[] {
    return this.#withKeys(rows, (memory, { cluster, namespace, name }) => {
      if (!isInScope(this.scope, cluster, "workloadentries", namespace)) return [];
      const path = groupPath({ cluster, namespace, group: name });
      return memory.ofGroup({ cluster, namespace, name }).filter((incident) => groupsInTrouble(incident).has(path));
    });
  }

  /** Returns the rows that a view shows now, with their keys. */
  ofServices(rows: readonly ServiceRow[]): ServiceRow[] {
    return this.#withKeys(rows, (memory, service) => {
      const { cluster, kind, namespace } = service;
      if (!isInScope(this.scope, cluster, MESH_SERVICE_RESOURCE_BY_KIND[kind], namespace)) return [];
      return memory.ofService(service).filter((incident) => lacksEndpoint(incident, service) && this.#isVisible(incident));
    });
  }

  close(): void {
    this.#unhook?.();
  }

  #withKeys<Row extends object>(rows: readonly Row[], incidentsOf: (memory: IncidentMemory, row: Row) => readonly Incident[]): Row[] {
    const { incidentMemory: memory } = this.fleet;
    if (memory === undefined) return [...rows];
    const found = rows.map((row) => {
      const find = () => worstKey(incidentsOf(memory, row));
      return { row, find, key: find() };
    });
    this.#shown = found;
    return found.map(({ row, key }) => (key === undefined ? row : { ...row, incident: key }));
  }

  /** An incident with machines is visible with one of them. */
  #isVisible({ members }: Incident): boolean {
    return members.length === 0 || members.some(({ machine }) => isInScope(this.scope, machine.cluster, "workloadentries", machine.namespace));
  }
}

function worstKey(incidents: readonly Incident[]): string | undefined {
  const active = incidents.filter(({ state }) => state !== "over");
  const rank = ({ state }: Incident) => INCIDENT_STATES.indexOf(state);
  return active.sort((a, b) => rank(a) - rank(b) || b.openedAt - a.openedAt)[0]?.key;
}

function lacksEndpoint({ services }: Incident, { cluster, kind, namespace, name }: ServiceRow): boolean {
  return services.some(
    ({ service, backAt }) =>
      backAt === null && service.cluster === cluster && service.kind === kind && service.namespace === namespace && service.name === name,
  );
}

const inTrouble = new WeakMap<Incident, ReadonlySet<string>>();

/** The groups with a member whose trouble did not end. Computed once for each version of an incident, which can have 10,000 machines. */
function groupsInTrouble(incident: Incident): ReadonlySet<string> {
  const known = inTrouble.get(incident) ?? new Set(incident.members.flatMap(({ machine, left }) => (left === null ? [groupPath(machine)] : [])));
  inTrouble.set(incident, known);
  return known;
}

function groupPath({ cluster, namespace, group }: { readonly cluster: string; readonly namespace: string; readonly group: string }): string {
  return `${cluster}\n${namespace}\n${group}`;
}
