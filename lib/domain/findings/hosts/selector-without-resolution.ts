import { hostObject } from "@/lib/domain/findings/host-parts";
import type { Rule } from "@/lib/domain/findings/rule";

/**
 * A ServiceEntry selects machines, and its resolution is NONE or not set, which is the same: callers connect where the application says and are sent no
 * list (pilot/pkg/serviceregistry/serviceentry/conversion.go; the webhook only warns).
 */
export const selectorWithoutResolution: Rule<"host"> = {
  code: "STL307",
  name: "selector-without-resolution",
  subject: "host",
  severity: "error",
  needs: ["serviceentries"],
  detect: (host) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || selector.selector === null || selector.resolution !== "NONE") return [];
    const { namespace, name } = selector;
    const patch = { kind: "ServiceEntry", namespace, name, type: "merge", body: { spec: { resolution: "STATIC" } } } as const;
    return [{ objects: [hostObject(host)], evidence: { hosts: host.hosts }, patch }];
  },
};
