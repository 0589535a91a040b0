import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { type AnyRule, type FindingEvidence, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { callerServicesOfObject } from "@/lib/domain/findings/service-destinations";
import { isUdp, serviceFindingObject, serviceKey } from "@/lib/domain/findings/service-parts";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { isSameService } from "@/lib/domain/selection/caller-service";
import { type EndpointPort, portForService, portForServiceEntry } from "@/lib/domain/selection/endpoint-port";
import { templateEntry } from "@/lib/domain/selection/group-entry";
import { selectionMatch, workloadOfCandidate } from "@/lib/domain/selection/matching";
import type { MeshService, SelectableEntry } from "@/lib/domain/selection/objects";
import { missingLabels, type StoredWorkload } from "@/lib/domain/selection/workload";

/**
 * Returns the evidence about names in `targetPort` that a machine does not have, on ports that sidecars serve; null = none is missing. A UDP port of
 * a Service has no endpoints: a Service owns its host name, so that its ports join no other object's.
 */
function missingTargets(host: ServiceSubject, machine: SelectableEntry): FindingEvidence | null {
  const { selector } = host;
  if (selector.kind !== "Service" || !selector.ports.some(({ target }) => typeof target === "string")) return null;
  const asked = selector.ports.filter((port) => !isUdp(port));
  const missing = asked.flatMap((port) => {
    const found = portForService(port, portsOf(machine));
    return found.port === null ? [{ port: port.number, name: found.missing }] : [];
  });
  if (missing.length === 0) return null;
  return {
    ...{ host: serviceKey(host), hosts: host.hosts, missing: [...new Set(missing.map(({ name }) => name))], ports: missing.map(({ port }) => String(port)) },
    ...{ named: namedPorts(machine), isEveryPort: missing.length === asked.length },
  };
}

/**
 * Returns the evidence about the first service port that ends on another port of the machine than the object or the machine states; null = none.
 * "overridden": the object writes a `targetPort`, and the machine has another port with the service port's name. "undeclared": the machine names its
 * ports, and this number is none of them. A port whose endpoints no caller gets, because another object owns the host name, is left out, and so is a
 * UDP port that joins no port of that object.
 */
function surprise(host: ServiceSubject, machine: SelectableEntry, world: FindingsWorld): FindingEvidence | null {
  if (machine.ports.length === 0) return null;
  const { selector } = host;
  const made = portsOf(machine);
  const told = (port: MeshService["ports"][number], end: EndpointPort) => {
    const surprises = surprisesOf(port, end, machine);
    if (surprises.length === 0) return [];
    return (isUdp(port) ? isJoined(port, host, world) : !isLost(port, host, world)) ? surprises : [];
  };
  const found =
    selector.kind === "Service"
      ? selector.ports.flatMap((port) => told(port, portForService(port, made)))
      : selector.ports.flatMap((port) => told(port, portForServiceEntry(port, made)));
  const [first] = found;
  return first === undefined ? null : { host: serviceKey(host), hosts: host.hosts, ...first, surprises: found.length, named: namedPorts(machine) };
}

/**
 * Returns true if no caller gets the endpoints of the port: for all host names, another object owns the name and has no port that these endpoints
 * join.
 */
function isLost(port: MeshService["ports"][number], host: ServiceSubject, world: FindingsWorld): boolean {
  const services = callerServicesOfObject(host, world);
  return (
    services.length > 0 &&
    services.every(({ winner, ports }) => {
      const joined = ports.find((one) => one.port === port);
      return winner !== null && !isSameService(winner.origin, host.selector) && joined?.joins.length === 0;
    })
  );
}

/** Returns true if callers get the endpoints of a UDP port: istiod joins them to a TCP port of the object that owns the host name (measured). */
function isJoined(port: MeshService["ports"][number], host: ServiceSubject, world: FindingsWorld): boolean {
  return callerServicesOfObject(host, world).some(({ ports }) => ports.some((one) => one.port === port && one.joins.length > 0));
}

function surprisesOf(port: MeshService["ports"][number], found: EndpointPort, { ports }: SelectableEntry) {
  if (found.port === null || found.rule === "socket") return [];
  const told = { port: port.name, number: port.number, ends: found.port };
  const isOverridden = found.rule === "port-name" && typeof port.target === "number" && port.target > 0 && port.target !== found.port;
  if (isOverridden) return [{ ...told, why: "overridden" }];
  return found.rule === "service-number" && !ports.some(([, number]) => number === found.port) ? [{ ...told, why: "undeclared" }] : [];
}

/** Returns the services that would select an entry of the group's template. */
function hostsOfTemplate(group: WorkloadGroup, world: FindingsWorld): readonly ServiceSubject[] {
  const { labels } = workloadOfCandidate({ kind: "entry", entry: templateOf(group) }, world.mesh.settings);
  // Almost all services of a namespace select other labels. This cheap check comes before the full one.
  return world.hostsIn(group.namespace).filter((host) => missingLabels(host.selector.selector ?? [], labels).length === 0 && takesTemplate(host, group, world));
}

/** A cache of each group's template as an entry, because every service of its namespace reads it. */
const templates = new WeakMap<WorkloadGroup, SelectableEntry>();

function templateOf(group: WorkloadGroup): SelectableEntry {
  const made = templates.get(group) ?? templateEntry(group);
  templates.set(group, made);
  return made;
}

/**
 * Returns true if a finding about the machine's ports is reported at its group: the machine registered with the ports that the template has now. Else
 * the machine has the finding.
 */
function isOfItsGroup(entry: WorkloadEntry, host: ServiceSubject, world: FindingsWorld): boolean {
  const group = world.groupOf(entry);
  return group !== null && samePorts(entry.ports, group.template.ports) && takesTemplate(host, group, world);
}

/**
 * Counts the machines of a group that have the same defect in their ports as its template. An entry keeps the ports with which it registered, so that
 * an edited template does not show the ports of older entries. Reads each entry of the group, and is called only if the template has the defect.
 */
function countMembersWithTemplateDefect(
  group: WorkloadGroup,
  host: ServiceSubject,
  world: FindingsWorld,
  hasDefect: (entry: WorkloadEntry) => boolean,
): number {
  let count = 0;
  for (const entry of world.membersOf(group)) {
    const isAlike = samePorts(entry.ports, group.template.ports) && hasDefect(entry);
    if (isAlike && world.hostsTaking(entry).some(({ uid }) => uid === host.uid)) count++;
  }
  return count;
}

function takesTemplate({ selector }: ServiceSubject, group: WorkloadGroup, world: FindingsWorld): boolean {
  return selectionMatch(selector, { kind: "entry", entry: templateOf(group) }, world.mesh.settings).isSelected;
}

function samePorts(ours: WorkloadEntry["ports"], theirs: WorkloadEntry["ports"]): boolean {
  const wanted = new Map(theirs);
  return ours.length === wanted.size && ours.every(([name, port]) => wanted.get(name) === port);
}

/** Returns the values of a machine that decide the port of its endpoint. */
function portsOf({ address, ports }: SelectableEntry): Pick<StoredWorkload, "address" | "ports"> {
  return { address, ports: new Map(ports) };
}

function namedPorts({ ports }: SelectableEntry): readonly string[] {
  return ports.map(([name, port]) => `${name}: ${port}`);
}

/**
 * A Service names its target port, and a machine that it selects has no port of this name. istiod leaves the machine out of that port silently
 * (pilot/pkg/serviceregistry/kube/controller/controller.go, workload instances of a Service). STL318 finds the group instead if its machines are like it.
 */
export const portNameMissing: Rule<"entry"> = {
  code: "STL305",
  name: "port-name-missing",
  subject: "entry",
  severity: "error",
  needs: ["services", "workloadgroups"],
  noPatchBecause: "on which port the application listens only its owner knows",
  detect: (entry, world) =>
    world.hostsTaking(entry).flatMap((host) => {
      const evidence = missingTargets(host, entry);
      if (evidence === null || isOfItsGroup(entry, host, world)) return [];
      return [{ of: serviceKey(host), objects: [findingObject("WorkloadEntry", entry), serviceFindingObject(host)], evidence }];
    }),
};

/**
 * A service port ends on an unexpected port of a machine. A port of the machine with the same name overrides a written `targetPort`. Without such a port
 * callers use the number of the service, though the machine names other ports (pilot/pkg/serviceregistry/serviceentry/conversion.go
 * convertWorkloadInstanceToServiceInstance). STL319 finds the group instead if its machines are like it.
 */
export const portSurprise: Rule<"entry"> = {
  code: "STL306",
  name: "port-surprise",
  subject: "entry",
  severity: "note",
  needs: ["services", "serviceentries", "workloadgroups"],
  noPatchBecause: "which of the two ports the application listens on only its owner knows",
  detect: (entry, world) => {
    if (entry.ports.length === 0) return [];
    return world.hostsTaking(entry).flatMap((host) => {
      const evidence = surprise(host, entry, world);
      if (evidence === null || isOfItsGroup(entry, host, world)) return [];
      return [{ of: serviceKey(host), objects: [findingObject("WorkloadEntry", entry), serviceFindingObject(host)], evidence }];
    });
  },
};

/**
 * A Service names its target port, and the template of a group that it selects has no port of this name. istiod leaves its machines out of that port
 * (pilot/pkg/serviceregistry/kube/controller/controller.go, workload instances of a Service). `machines` have these ports now, and new machines will.
 */
export const groupLacksPortName: Rule<"group"> = {
  code: "STL318",
  name: "group-lacks-port-name",
  subject: "group",
  severity: "error",
  needs: ["services", "workloadentries"],
  noPatchBecause: "on which port the application listens only its owner knows",
  detect: (group, world) => {
    if (world.memberCount(group) === 0) return [];
    return hostsOfTemplate(group, world).flatMap((host) => {
      const evidence = missingTargets(host, templateEntry(group));
      if (evidence === null) return [];
      const machines = countMembersWithTemplateDefect(group, host, world, (entry) => missingTargets(host, entry) !== null);
      return [{ of: serviceKey(host), objects: [findingObject("WorkloadGroup", group), serviceFindingObject(host)], evidence: { ...evidence, machines } }];
    });
  },
};

/**
 * A service port ends on an unexpected port of a group's machines. The template's name of the port overrides a written `targetPort`, or the template names
 * other ports only and callers use the service's number (pilot/pkg/serviceregistry/serviceentry/conversion.go convertWorkloadInstanceToServiceInstance).
 * `machines` have these ports now, and new machines will.
 */
export const groupPortSurprise: Rule<"group"> = {
  code: "STL319",
  name: "group-port-surprise",
  subject: "group",
  severity: "note",
  needs: ["services", "serviceentries", "workloadentries"],
  noPatchBecause: "which of the two ports the application listens on only its owner knows",
  detect: (group, world) => {
    if (world.memberCount(group) === 0 || group.template.ports.length === 0) return [];
    return hostsOfTemplate(group, world).flatMap((host) => {
      const evidence = surprise(host, templateEntry(group), world);
      if (evidence === null) return [];
      const machines = countMembersWithTemplateDefect(group, host, world, (entry) => surprise(host, entry, world) !== null);
      return [{ of: serviceKey(host), objects: [findingObject("WorkloadGroup", group), serviceFindingObject(host)], evidence: { ...evidence, machines } }];
    });
  },
};

/** Rules about the ports of a service and of the machines that it selects. */
export const SERVICE_PORT_RULES: readonly AnyRule[] = [portNameMissing, portSurprise, groupLacksPortName, groupPortSurprise];
