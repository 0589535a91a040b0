import { describe, expect, it } from "vitest";
import { labelSet } from "@/lib/domain/label-set";
import type { Probe, WorkloadGroup } from "@/lib/domain/workload-group";
import { aGroup, NOW } from "@/lib/testing/entries";
import { groupChanges } from "./group-changes";

const template = aGroup().template;
const none = { initialDelaySeconds: null, timeoutSeconds: null, periodSeconds: null, successThreshold: null, failureThreshold: null };
const probe: Probe = { method: "httpGet", port: 8080, path: "/healthz", scheme: "", host: "", command: [], ...none };

describe("what is different in a group", () => {
  const cases: readonly [claim: string, before: Partial<WorkloadGroup>, after: Partial<WorkloadGroup>, lines: readonly string[]][] = [
    [
      "nothing, where only version, generation and writer moved",
      {},
      { resourceVersion: "9", generation: 4, lastWriter: { manager: "kubectl", operation: "Update", subresource: "", time: NOW } },
      [],
    ],
    ["the revision that is to see it", {}, { revision: "1-31" }, ["metadata.labels[istio.io/rev]: null → 1-31"]],
    ["its network", {}, { template: { ...template, network: "vpc-1" } }, ["spec.template.network: vpc-2 → vpc-1"]],
    ["an account that is taken away", {}, { template: { ...template, serviceAccount: "" } }, ["spec.template.serviceAccount: checkout-vm → null"]],
    [
      "ports, each by its name",
      {},
      {
        template: {
          ...template,
          ports: [
            ["http", 8081],
            ["grpc", 9000],
          ],
        },
      },
      ["spec.template.ports[grpc]: null → 9000", "spec.template.ports[http]: 8080 → 8081"],
    ],
    [
      "labels of two places that share a key",
      {},
      { entryLabels: labelSet([["app", "a"]]), template: { ...template, labels: labelSet([["app", ""]]) } },
      ["spec.metadata.labels[app]: checkout → a", "spec.template.labels[app]: null → "],
    ],
    ["a probe that is new", {}, { probe }, ["spec.probe: null → httpGet"]],
    [
      "a probe's path and pace",
      { probe },
      { probe: { ...probe, path: "/ready", periodSeconds: 5 } },
      ["spec.probe.httpGet.path: /healthz → /ready", "spec.probe.periodSeconds: null → 5"],
    ],
    ["the declared size", { expectedSize: "6" }, { expectedSize: "8" }, ["metadata.annotations[stolos.dev/expected-size]: 6 → 8"]],
    ["a stranger's text of two lines, verbatim", {}, { template: { ...template, address: "a\nspec: b" } }, ["spec.template.address: null → a\nspec: b"]],
    ["that it is about to go", {}, { deletingAt: NOW }, ["marked-for-deletion: null → null"]],
  ];
  it.each(cases)("%s", (_claim, before, after, lines) => {
    expect(groupChanges(aGroup(before), aGroup(after)).map(({ field, from, to }) => `${field}: ${from} → ${to}`)).toEqual(lines);
  });
});
