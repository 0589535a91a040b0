import { expect, it } from "vitest";
import type { FindingEvidence, FindingObject } from "@/lib/domain/findings/rule";
import type { RuleNameOfCodeDigit } from "@/lib/domain/findings/rule-names";
import { GROUP_TEXTS } from "./groups";

const groups = (...names: readonly string[]): readonly FindingObject[] => names.map((name) => ({ kind: "WorkloadGroup", namespace: "shop", name }));

it.each<[RuleNameOfCodeDigit<2>, FindingEvidence, string, (readonly FindingObject[])?]>([
  ["group-account-missing", { account: "web", namespace: "shop", machines: 1 }, "cart names web, which shop does not have, and has 1 machine."],
  ["name-too-long", { letters: 64 }, "cart has 64 letters, and none of its labels gives another name."],
  [
    "entry-name-trouble",
    { network: "VPC", name: "cart-1-VPC", isRefused: true, isCut: false },
    "An entry of cart in network VPC would be called cart-1-VPC, which is no name of an object.",
  ],
  [
    "entry-name-trouble",
    { network: "", name: "art-1", isRefused: false, isCut: true, letters: 262 },
    "An entry of cart would be called art-1, which is cut: 262 letters, of which the last 253 are kept.",
  ],
  ["group-without-account", { machines: 1, namespace: "shop" }, "cart in shop names none, and has 1 machine."],
  ["account-shared", { account: "vm" }, "Groups cart and checkout name the account vm.", groups("cart", "checkout")],
  ["group-without-machines", { expected: "" }, "cart has none."],
  ["group-without-machines", { expected: "12" }, "cart has none, and 12 are expected."],
  ["still-here-after-plan", { entries: ["vm-a", "vm-b"] }, "cart names machines that were to be gone by now and are here: vm-a, vm-b."],
  ["same-labels", {}, "Groups cart, a and b give their entries the same labels.", groups("cart", "a", "b")],
  ["nested-labels", { labels: ["app=a", "v=1"] }, "canary has all labels of cart (app=a, v=1), and more.", groups("cart", "canary")],
  ["nested-labels", { labels: ["app=a"] }, "canary and blue have all labels of cart (app=a), and more.", groups("cart", "canary", "blue")],
  [
    "label-in-both-places",
    { keys: ["tier"], inTemplate: ["a"], inMetadata: ["b"] },
    "cart sets tier to a in template.labels and to b in spec.metadata.labels.",
  ],
  [
    "label-in-both-places",
    { keys: ["istio.io/rev"], inTemplate: ["canary"], inMetadata: [""] },
    "cart sets istio.io/rev to canary in template.labels and to an empty value in spec.metadata.labels.",
  ],
  ["label-refused", { keys: ["app"], values: ["a-"] }, "cart gives its entries app=a-, which the API server takes of no object."],
  ["probe-refused", { why: "grpc" }, "The probe of cart asks by gRPC: the schema takes it, Istio's webhook does not."],
  ["registration-overwritten", { annotation: "" }, "cart annotates its entries as registered by nobody."],
  ["gate-without-probe", { machines: 2 }, "cart annotates its entries as checked (2 machines), and declares no probe."],
  [
    "entries-of-revision-not-running",
    { revision: "1-29", running: ["default"], machines: 2 },
    "cart gives its 2 machines istio.io/rev=1-29, and istiod runs as default.",
  ],
])("%s with evidence %j", (rule, evidence, sentence, objects = groups("cart")) => {
  expect(GROUP_TEXTS[rule].found({ objects, evidence })).toBe(sentence);
});
