import { describe, expect, it } from "vitest";
import { labelSet } from "@/lib/domain/label-set";
import type { Selecting } from "@/lib/domain/selecting";
import { selectingChanges } from "./selecting-changes";

const service: Selecting = {
  ...{ cluster: "c", kind: "services", uid: "u", namespace: "shop", name: "checkout", resourceVersion: "1", createdAt: 0, unreadable: null, parsed: null },
  ...{ selector: labelSet([["app", "checkout"]]), hosts: [], ports: labelSet([["http", "80/TCP → 8080"]]), traits: labelSet([["type", "ClusterIP"]]) },
  mutedFindings: "",
  istiodStatus: "",
};

describe("what is different in a Service or ServiceEntry", () => {
  const cases: readonly [claim: string, change: Partial<Selecting>, lines: readonly string[]][] = [
    ["nothing, where only its version moved", { resourceVersion: "2" }, []],
    ["whom it selects", { selector: labelSet([["app", "pay"]]) }, ["spec.selector[app]: checkout → pay"]],
    ["where a port leads to", { ports: labelSet([["http", "80/TCP → 9090"]]) }, ["spec.ports[http]: 80/TCP → 8080 → 80/TCP → 9090"]],
    [
      "what istiod reports of it",
      { istiodStatus: '[[["WaypointBound","False","R","not ready",null]],[["IST0133","WARNING",null]]]' },
      ["status: null → WaypointBound=False R: not ready; IST0133 WARNING"],
    ],
    ["which findings about it are muted", { mutedFindings: "[]" }, ["metadata.annotations[stolos.dev/mute-findings]: null → []"]],
    ["what it is", { traits: labelSet([["type", "ExternalName"]]) }, ["spec[type]: ClusterIP → ExternalName"]],
    ["a ServiceEntry's selector by its own path", { kind: "serviceentries", selector: [] }, ["spec.workloadSelector.labels[app]: checkout → null"]],
    ["its hosts", { kind: "serviceentries", hosts: ["a.example", "b.example"] }, ["spec.hosts: null → a.example b.example"]],
  ];
  it.each(cases)("%s", (_claim, change, lines) => {
    const changes = selectingChanges(change.kind === undefined ? service : { ...service, kind: change.kind }, { ...service, ...change });
    expect(changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`)).toEqual(lines);
  });
});
