import { expect, it } from "vitest";
import type { FindingEvidence, FindingObject } from "@/lib/domain/findings/rule";
import type { RuleNameOfCodeDigit } from "@/lib/domain/findings/rule-names";
import { LOCALITY_TEXTS } from "./localities";

it.each<[RuleNameOfCodeDigit<4>, readonly FindingObject[], FindingEvidence, string]>([
  [
    "failover-cannot-eject",
    [],
    { host: "a.example.com", endpoints: 77, ejected: 7, zone: "eu/a", inZone: 14, percent: "" },
    "a.example.com has 14 of 77 machines and Pods in eu/a: without a maxEjectionPercent, which means 10 %, a caller ejects 7 at most.",
  ],
  [
    "failover-cannot-eject",
    [],
    { host: "a.example.com", endpoints: 4, ejected: 0, zone: "eu/a", inZone: 2, percent: "20" },
    "a.example.com has 2 of 4 machines and Pods in eu/a: with maxEjectionPercent 20, a caller ejects none.",
  ],
  [
    "failover-without-peer",
    [],
    { host: "a.example.com", from: "eu", to: "us", regions: ["ap", "eu"] },
    "a.example.com fails over from eu to us, and has no endpoint there: only in ap and eu.",
  ],
  ["single-zone-host", [], { hosts: ["a.example.com"], zone: "eu/a", machines: 2, pods: 1 }, "a.example.com has 2 machines and 1 Pod, all of them in eu/a."],
  [
    "place-without-effect",
    [],
    { hosts: ["a.example.com"], zones: ["eu/a", "eu/b", "us/a"], rules: [] },
    "a.example.com has endpoints in eu/a, eu/b and us/a, and no outlier detection or traffic distribution puts locality in force.",
  ],
  [
    "machines-without-place",
    [],
    { hosts: ["a.example.com"], machines: 1, placed: 3, by: "failover" },
    "1 machine of a.example.com has no locality, 3 have. For callers with a locality, failover treats it as another region.",
  ],
  [
    "machines-without-place",
    [],
    { hosts: ["a.example.com"], machines: 2, placed: 3, by: "distribute", from: ["eu/*", "us/*"] },
    "2 machines of a.example.com have no locality. distribute leaves them out for callers in eu/* and us/*.",
  ],
  [
    "locality-lost",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { group: "checkout", meant: "eu/a" },
    "vm-1 has no locality, but its group checkout has eu/a.",
  ],
  [
    "locality-of-four-parts",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { written: "eu/a/hall-3/rack-07", kept: "eu/a/hall-3", dropped: "rack-07" },
    "vm-1 is in eu/a/hall-3/rack-07, of which Istio reads eu/a/hall-3 and drops rack-07.",
  ],
  [
    "locality-with-a-gap",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { written: "eu//hall-3", missing: "zone" },
    "vm-1 is in eu//hall-3: the zone is missing before what follows.",
  ],
  ["zone-in-two-regions", [], { zone: "a", regions: ["eu", "us"], machines: 3 }, "Zone a stands under eu and us, with 3 machines."],
  [
    "distribute-without-endpoints",
    [],
    { host: "a.example.com", from: ["us/*"], to: ["us/*", "ap/*"], localities: ["", "eu/a"], rule: "shop/a" },
    "Callers in us/* get no endpoint of a.example.com. distribute in DestinationRule shop/a sends them only to us/* and ap/*. The endpoints are in no locality and eu/a.",
  ],
  [
    "distribute-without-endpoints",
    [],
    { host: "a.example.com", from: ["us/*"], to: ["us/*"], localities: ["eu/a"], rule: "" },
    "Callers in us/* get no endpoint of a.example.com. distribute in the mesh configuration sends them only to us/*. The endpoints are in eu/a.",
  ],
  ["region-without-zone", [], { region: "us-a", machines: 1 }, "Istio reads us-a as a region without a zone, for 1 machine."],
  ["zone-as-region", [], { region: "us-a", machines: 2, regions: ["us"] }, "Istio reads us-a as a region, for 2 machines. Nodes have it as a zone of us."],
])("%s about %j with evidence %j", (rule, objects, evidence, sentence) => expect(LOCALITY_TEXTS[rule].found({ objects, evidence })).toBe(sentence));
