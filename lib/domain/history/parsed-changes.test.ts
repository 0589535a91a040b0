import { describe, expect, it } from "vitest";
import type { Selector } from "@/lib/domain/selection/objects";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { selectorChanges } from "./parsed-changes";

const endpoint = { address: "10.0.0.1", ports: [], labels: [], network: "", locality: "", weight: null, serviceAccount: "" };

describe("what is different in what decides who answers", () => {
  const cases: readonly [claim: string, before: Selector | null, after: Selector | null, lines: readonly string[]][] = [
    ["nothing", aKubernetesService(), aKubernetesService(), []],
    ["nothing, where it was not recorded before", null, aKubernetesService(), []],
    [
      "labels of the object, by which a revision claims it",
      aServiceEntry(),
      aServiceEntry({ labels: [["istio.io/rev", "b"]] }),
      ["metadata.labels[istio.io/rev]: null → b"],
    ],
    [
      "who may call a Service",
      aKubernetesService(),
      aKubernetesService({ exportTo: [".", "pay"] }),
      ["metadata.annotations[networking.istio.io/exportTo]: null → ., pay"],
    ],
    [
      "how near it is answered",
      aKubernetesService(),
      aKubernetesService({ distribution: "same-zone", isNodeLocal: true, publishesUnready: true }),
      ["spec.trafficDistribution: null → same-zone", "spec.publishNotReadyAddresses: false → true", "spec.internalTrafficPolicy: Cluster → Local"],
    ],
    ["an empty selector for none", aServiceEntry({ selector: null }), aServiceEntry({ selector: [] }), ["spec.workloadSelector: null → {}"]],
    [
      "an inline endpoint",
      aServiceEntry({ endpoints: [endpoint] }),
      aServiceEntry({ endpoints: [{ ...endpoint, weight: 2, ports: [["http", 81]] }] }),
      ["spec.endpoints[0]: 10.0.0.1 → 10.0.0.1 ports.http=81 weight=2"],
    ],
    ["whom clients accept", aServiceEntry(), aServiceEntry({ accounts: ["spiffe://a"] }), ["spec.subjectAltNames: null → spiffe://a"]],
  ];
  it.each(cases)("%s", (_claim, before, after, lines) => {
    expect(selectorChanges(before, after).map(({ field, from, to }) => `${field}: ${from} → ${to}`)).toEqual(lines);
  });
});
