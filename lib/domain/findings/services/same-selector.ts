import type { FindingHost } from "@/lib/domain/findings/findings-world";
import type { Rule } from "@/lib/domain/findings/rule";
import { hostObject } from "@/lib/domain/findings/service-parts";
import { labelSet } from "@/lib/domain/label-set";
import type { Selector } from "@/lib/domain/selection/objects";

/**
 * Two hosts of one namespace select by the same labels and have a port in common: one set of machines under two names, each with policies and numbers of
 * its own (pkg/config/labels/instance.go Match).
 */
export const sameSelector: Rule<"host"> = {
  code: "STL314",
  name: "same-selector",
  subject: "host",
  severity: "note",
  needs: ["services", "serviceentries"],
  noPatchBecause: "a second name may be meant, and which of the two callers use only they know",
  detect: (host, world) => {
    const { selector } = host;
    const key = selectionOf(selector);
    if (key === null) return [];
    const alike = world.hostsIn(selector.namespace).filter((one) => one.uid !== host.uid && isAlike(one, host, key));
    // Told once, by the first of them.
    if (alike.length === 0 || alike.some((one) => orderOf(one) < orderOf(host))) return [];
    const others = alike.flatMap(({ hosts }) => hosts);
    const selects = (selector.selector ?? []).map(([name, value]) => `${name}=${value}`);
    return [{ objects: [hostObject(host), ...alike.map(hostObject)], evidence: { hosts: host.hosts, others, selects } }];
  },
};

/** What it selects, as one text; null where it takes nobody by labels. A headless Service beside another one is how stateful sets are named. */
function selectionOf(selector: Selector): string | null {
  if (selector.selector === null || selector.selector.length === 0) return null;
  if (selector.kind === "Service" && (selector.isHeadless || selector.type === "ExternalName")) return null;
  if (selector.kind === "ServiceEntry" && (selector.resolution === "NONE" || selector.resolution === "DYNAMIC_DNS")) return null;
  return JSON.stringify(labelSet(new Map(selector.selector)));
}

function isAlike(other: FindingHost, host: FindingHost, key: string): boolean {
  const hasPort = (number: number) => host.selector.ports.some((port) => port.number === number);
  return (
    selectionOf(other.selector) === key && !other.hosts.some((name) => host.hosts.includes(name)) && other.selector.ports.some(({ number }) => hasPort(number))
  );
}

function orderOf({ selector: { kind, name } }: FindingHost): string {
  return `${kind}/${name}`;
}
