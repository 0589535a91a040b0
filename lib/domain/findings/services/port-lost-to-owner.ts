import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import type { Detected, Rule } from "@/lib/domain/findings/rule";
import { hostInNamespace, isSameObject } from "@/lib/domain/findings/service-destinations";
import { hostObject } from "@/lib/domain/findings/service-parts";
import type { DefinedPort, Definition, Discovery } from "@/lib/domain/selection/definitions";
import { isOfPort } from "@/lib/domain/selection/destinations";
import { type HeldEndpoint, heldFor } from "@/lib/domain/selection/held-endpoints";
import type { Selector } from "@/lib/domain/selection/objects";

/**
 * Two objects of one namespace define one host name, and the older one or the Service owns it. EDS joins endpoints to the owner's ports by name, DNS by
 * number. Endpoints of another object's port can reach no caller, or join a port of another number. A port that the owner lacks exists only if
 * resolution, labels, exportTo and selector are equal (pilot/pkg/model/sidecar.go canMergeServices, pilot/pkg/xds/endpoints/endpoint_builder.go).
 */
export const portLostToOwner: Rule<"host"> = {
  code: "STL311",
  name: "port-lost-to-owner",
  subject: "host",
  severity: "error",
  needs: ["services", "serviceentries", "workloadentries"],
  betterWith: ["workload-pods"],
  noPatchBecause: "which ports of the two objects serve the same only their owners know",
  detect: (host, world) => [...new Set(host.hosts)].flatMap((name) => foundFor(name, host, world)),
};

/** Callers get no list of endpoints of these. */
const WITHOUT_LIST: ReadonlySet<Discovery> = new Set<Discovery>(["ORIGINAL_DST", "ALIAS", "DYNAMIC_DNS"]);

function foundFor(name: string, host: FindingHost, world: FindingsWorld): readonly Detected[] {
  const { namespace } = host.selector;
  const owners = world.hostsDefining(name).filter(({ selector }) => selector.namespace === namespace);
  const here = owners.length < 2 ? null : hostInNamespace(name, namespace, world);
  if (here === null || here.definition.namespace !== namespace) return [];
  const { definition } = here;
  if (isSameObject(definition.origin, host.selector) || WITHOUT_LIST.has(definition.discovery)) return [];
  const joins = new Joins(definition, heldFor(name, namespace, here.selection).endpoints);
  const told = { host: name, owner: `${definition.origin.kind} ${definition.origin.name}` };
  const objects = [hostObject(host), ...owners.filter((one) => one.uid !== host.uid).map(hostObject)];
  const found = [...lostPorts(name, host.selector, joins), ...joinedPorts(name, host.selector, joins)];
  return found.map(({ of, evidence }) => ({ of, objects, evidence: { ...told, ...evidence } }));
}

/** The endpoints of one host name by the ports of its owner. */
class Joins {
  constructor(
    readonly owner: Definition,
    private readonly held: readonly HeldEndpoint[],
  ) {}

  /** The endpoints that one object gives to one of its ports. */
  of(origin: Selector, port: DefinedPort): readonly HeldEndpoint[] {
    return this.held.filter((one) => isSameObject(one.origin, origin) && one.portName === port.name);
  }

  /** The endpoints on the owner's ports of this number. */
  on(number: number): readonly HeldEndpoint[] {
    const ports = this.owner.ports.filter((port) => port.number === number);
    return this.held.filter((one) => ports.some((port) => isOfPort(one, { definition: this.owner, port })));
  }

  /** The owner's ports that an object's port joins. */
  portsFor(origin: Selector, { name, number }: DefinedPort): readonly DefinedPort[] {
    const asHeld = { portName: name, portNumber: origin.kind === "Service" ? null : number };
    return this.owner.ports.filter((port) => isOfPort(asHeld, { definition: this.owner, port }));
  }
}

type Problem = Required<Pick<Detected, "of" | "evidence">>;

function lostPorts(name: string, selector: Selector, joins: Joins): readonly Problem[] {
  const lost = selector.ports.flatMap((port) => {
    const endpoints = joins.portsFor(selector, port).length > 0 ? [] : without(joins.of(selector, port), joins.on(port.number));
    return endpoints.length === 0 ? [] : [{ port, endpoints }];
  });
  if (lost.length === 0) return [];
  const { ports, discovery } = joins.owner;
  const evidence = {
    ...{ way: "lost", by: discovery === "EDS" || selector.kind === "Service" ? "name" : "number" },
    ...{ lost: lost.map(({ port }) => port.name), numbers: lost.map(({ port }) => String(port.number)) },
    wanted: lost.map(({ port }) => ports.find(({ number }) => number === port.number)?.name ?? ""),
    machines: machinesOf(lost.flatMap(({ endpoints }) => endpoints)),
  };
  return [{ of: name, evidence }];
}

function joinedPorts(name: string, selector: Selector, joins: Joins): readonly Problem[] {
  return selector.ports.flatMap((port) => {
    const others = joins.portsFor(selector, port).filter(({ number }) => number !== port.number);
    const astray = others
      .map((into) => ({ into, endpoints: without(joins.of(selector, port), meantFor(into, joins)) }))
      .filter(({ endpoints }) => endpoints.length > 0);
    if (astray.length === 0) return [];
    const evidence = {
      ...{ way: "joined", port: port.name, number: port.number, into: astray.map(({ into }) => String(into.number)) },
      ...{ isServed: joins.on(port.number).length > 0, machines: machinesOf(astray.flatMap(({ endpoints }) => endpoints)) },
    };
    return [{ of: `${name} ${port.name}`, evidence }];
  });
}

/** Endpoints of the port whose own object gives that port the same name and number. */
function meantFor({ number }: DefinedPort, joins: Joins): readonly HeldEndpoint[] {
  return joins.on(number).filter(({ origin, portName }) => origin.ports.some((port) => port.name === portName && port.number === number));
}

/** Endpoints of no equal address and port among the others. */
function without(endpoints: readonly HeldEndpoint[], others: readonly HeldEndpoint[]): readonly HeldEndpoint[] {
  const keyOf = ({ address, port }: HeldEndpoint) => `${address} ${port}`;
  const known = new Set(others.map(keyOf));
  return endpoints.filter((one) => !known.has(keyOf(one)));
}

function machinesOf(endpoints: readonly HeldEndpoint[]): number {
  return new Set(endpoints.filter(({ machine }) => machine.kind === "entry").map(({ machine }) => machine.name)).size;
}
