import { hostKey, hostObject } from "@/lib/domain/findings/host-parts";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { type EndpointPort, portForService, portForServiceEntry } from "@/lib/domain/selection/endpoint-port";
import { entryMachine, type Machine } from "@/lib/domain/selection/machine";
import type { Selector } from "@/lib/domain/selection/objects";

/** One port of a host that ends elsewhere than its object or the machine says. */
interface Surprise {
  readonly name: string;
  readonly number: number;
  readonly ends: number;
  /** `overridden`: the object writes a target, and the machine names the port otherwise. `undeclared`: the machine names its ports, and this is none of them. */
  readonly why: "overridden" | "undeclared";
}

/**
 * A host's port ends on a machine where one would not look: a port that the machine names as the host names its own goes before a written
 * `targetPort`, and where the machine has no such name the host's own number is called, though the machine says that it listens elsewhere
 * (pilot/pkg/serviceregistry/serviceentry/conversion.go convertWorkloadInstanceToServiceInstance).
 */
export const portSurprise: Rule<"entry"> = {
  code: "STL306",
  name: "port-surprise",
  subject: "entry",
  severity: "note",
  needs: ["services", "serviceentries"],
  noPatchBecause: "which of the two ports the application listens on only its owner knows",
  detect: (entry, world) => {
    if (entry.ports.length === 0) return [];
    return world.hostsTaking(entry).flatMap((host) => {
      const surprises = surprisesOf(host.selector, entryMachine(entry, world.mesh.settings));
      const [first] = surprises;
      if (first === undefined) return [];
      const evidence = {
        ...{ host: hostKey(host), hosts: host.hosts, why: first.why, port: first.name, number: first.number, ends: first.ends, surprises: surprises.length },
        named: entry.ports.map(([name, port]) => `${name}: ${port}`),
      };
      return [{ of: hostKey(host), objects: [findingObject("WorkloadEntry", entry), hostObject(host)], evidence }];
    });
  },
};

function surprisesOf(selector: Selector, machine: Machine): readonly Surprise[] {
  const declared = new Set(machine.ports.values());
  const surprises = (port: Selector["ports"][number], found: EndpointPort): readonly Surprise[] => {
    if (found.port === null || found.rule === "socket" || port.protocol.toUpperCase() === "UDP") return [];
    const told = { name: port.name, number: port.number, ends: found.port };
    const isOverridden = found.rule === "port-name" && typeof port.target === "number" && port.target > 0 && port.target !== found.port;
    if (isOverridden) return [{ ...told, why: "overridden" }];
    return found.rule === "service-number" && !declared.has(found.port) ? [{ ...told, why: "undeclared" }] : [];
  };
  if (selector.kind === "Service") return selector.ports.flatMap((port) => surprises(port, portForService(port, machine)));
  return selector.ports.flatMap((port) => surprises(port, portForServiceEntry(port, machine)));
}
