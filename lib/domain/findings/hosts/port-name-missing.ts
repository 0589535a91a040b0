import { hostKey, hostObject } from "@/lib/domain/findings/host-parts";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { portForService } from "@/lib/domain/selection/endpoint-port";
import { entryMachine } from "@/lib/domain/selection/machine";

/**
 * A Service names its target port, and a machine that it takes names no port so: istiod leaves the machine out of that port without a word
 * (pilot/pkg/serviceregistry/kube/controller/controller.go, workload instances of a Service).
 */
export const portNameMissing: Rule<"entry"> = {
  code: "STL305",
  name: "port-name-missing",
  subject: "entry",
  severity: "error",
  needs: ["services"],
  noPatchBecause: "on which port the application listens only its owner knows",
  detect: (entry, world) =>
    world.hostsTaking(entry).flatMap((host) => {
      const { selector } = host;
      if (selector.kind !== "Service" || !selector.ports.some(({ target }) => typeof target === "string")) return [];
      const machine = entryMachine(entry, world.mesh.settings);
      const asked = selector.ports.filter(({ protocol }) => protocol.toUpperCase() !== "UDP");
      const missing = asked.flatMap((port) => {
        const found = portForService(port, machine);
        return found.port === null ? [{ port: port.number, name: found.missing }] : [];
      });
      if (missing.length === 0) return [];
      const evidence = {
        ...{ host: hostKey(host), hosts: host.hosts, missing: [...new Set(missing.map(({ name }) => name))], ports: missing.map(({ port }) => String(port)) },
        ...{ named: entry.ports.map(([name, port]) => `${name}: ${port}`), isEveryPort: missing.length === asked.length },
      };
      return [{ of: hostKey(host), objects: [findingObject("WorkloadEntry", entry), hostObject(host)], evidence }];
    }),
};
