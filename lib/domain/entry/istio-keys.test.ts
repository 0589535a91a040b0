import { describe, expect, it } from "vitest";
import { ISTIO_KEYS, type KeyCheckedKind, misplacedKeys, splitMisplacedKeyPath } from "./istio-keys";

const found = (holder: KeyCheckedKind, own: { readonly labels?: readonly string[]; readonly annotations?: readonly string[] }) =>
  misplacedKeys({ at: "metadata", labels: [], annotations: [], ...own }, holder);

describe("keys that Istio does not read where they are written", () => {
  it.each<[KeyCheckedKind, string, "labels" | "annotations", string]>([
    ["WorkloadEntry", "security.istio.io/tlsMode", "annotations", "metadata.labels"],
    ["WorkloadEntry", "istio-locality", "annotations", "metadata.labels"],
    ["WorkloadEntry", "istio.io/draining", "annotations", "metadata.labels"],
    ["WorkloadEntry", "topology.istio.io/network", "annotations", "spec.network"],
    ["WorkloadEntry", "proxy.istio.io/health-checks-enabled", "labels", "metadata.annotations"],
    ["WorkloadGroup", "istio.io/rev", "annotations", "metadata.labels"],
    ["ServiceEntry", "networking.istio.io/enable-autoallocate-ip", "annotations", "metadata.labels"],
    ["ServiceEntry", "networking.istio.io/exportTo", "annotations", "spec.exportTo"],
    ["Service", "topology.istio.io/network", "annotations", "metadata.labels"],
    ["Service", "networking.istio.io/traffic-distribution", "labels", "metadata.annotations"],
  ])("misplacedKeys returns for a %s the key %s in its %s", (holder, key, written, reads) => {
    const path = `metadata.${written}[${key}]`;
    expect(found(holder, { [written]: [key] })).toEqual([path]);
    expect(splitMisplacedKeyPath(path, holder)).toEqual({ key, reads });
  });

  it("misplacedKeys returns no key where Istio reads it, and no key that is written in both places", () => {
    for (const { key, reads, on } of ISTIO_KEYS) {
      for (const holder of on) {
        if (reads === "label" || reads === "annotation") expect(found(holder, { [`${reads}s`]: [key] })).toEqual([]);
        if (reads === "label") expect(found(holder, { labels: [key], annotations: [key] })).toEqual([]);
      }
    }
  });

  it("misplacedKeys returns no key that Istio reads on another kind only, and no key that Istio does not know", () => {
    expect(found("Service", { annotations: ["security.istio.io/tlsMode", "app", "sidecar.istio.io/inject"] })).toEqual([]);
    expect(found("WorkloadEntry", { labels: ["networking.istio.io/exportTo", "app", "topology.istio.io/network"] })).toEqual([]);
  });

  it("ISTIO_KEYS has only one place for each key of a kind", () => {
    const pairs = ISTIO_KEYS.flatMap(({ key, on }) => on.map((holder) => `${holder} ${key}`));
    expect(new Set(pairs).size).toBe(pairs.length);
  });
});
