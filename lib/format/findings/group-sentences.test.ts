import { expect, it } from "vitest";
import type { FindingEvidence, FindingObject } from "@/lib/domain/findings/rule";
import { accountShared } from "./groups/account-shared";
import { entriesOfRevisionNotRunning } from "./groups/entries-of-revision-not-running";
import { entryNameTrouble } from "./groups/entry-name-trouble";
import { gateWithoutProbe } from "./groups/gate-without-probe";
import { groupAccountMissing } from "./groups/group-account-missing";
import { groupWithoutAccount } from "./groups/group-without-account";
import { groupWithoutMachines } from "./groups/group-without-machines";
import { labelInBothPlaces } from "./groups/label-in-both-places";
import { labelRefused } from "./groups/label-refused";
import { nameTooLong } from "./groups/name-too-long";
import { nestedLabels } from "./groups/nested-labels";
import { probeRefused } from "./groups/probe-refused";
import { registrationOverwritten } from "./groups/registration-overwritten";
import { sameLabels } from "./groups/same-labels";
import { stillHereAfterPlan } from "./groups/still-here-after-plan";
import { hostOfRevisionNotRunning } from "./hosts/host-of-revision-not-running";
import type { WordsOfFinding } from "./words-of-finding";

const groups = (...names: readonly string[]): readonly FindingObject[] => names.map((name) => ({ kind: "WorkloadGroup", namespace: "shop", name }));

it.each<[WordsOfFinding, FindingEvidence, string, (readonly FindingObject[])?]>([
  [groupAccountMissing, { account: "web", namespace: "shop", machines: 1 }, "cart names web, which shop does not have, and has 1 machine."],
  [nameTooLong, { letters: 64 }, "cart has 64 letters, and none of its labels gives another name."],
  [
    entryNameTrouble,
    { network: "VPC", name: "cart-1-VPC", isRefused: true, isCut: false },
    "An entry of cart in network VPC would be called cart-1-VPC, which is no name of an object.",
  ],
  [
    entryNameTrouble,
    { network: "", name: "art-1", isRefused: false, isCut: true, letters: 262 },
    "An entry of cart would be called art-1, which is cut: 262 letters, of which the last 253 are kept.",
  ],
  [groupWithoutAccount, { machines: 1, namespace: "shop" }, "cart in shop names none, and has 1 machine."],
  [accountShared, { account: "vm" }, "Groups cart and checkout name the account vm.", groups("cart", "checkout")],
  [groupWithoutMachines, { expected: "" }, "cart has none."],
  [groupWithoutMachines, { expected: "12" }, "cart has none, and 12 are expected."],
  [stillHereAfterPlan, { entries: ["vm-a", "vm-b"] }, "cart names machines that were to be gone by now and are here: vm-a, vm-b."],
  [sameLabels, {}, "Groups cart, a and b give their entries the same labels.", groups("cart", "a", "b")],
  [nestedLabels, { labels: ["app=a", "v=1"] }, "canary has all labels of cart (app=a, v=1), and more.", groups("cart", "canary")],
  [nestedLabels, { labels: ["app=a"] }, "canary and blue have all labels of cart (app=a), and more.", groups("cart", "canary", "blue")],
  [labelInBothPlaces, { keys: ["tier"], inTemplate: ["a"], inMetadata: ["b"] }, "cart sets tier to a in template.labels and to b in spec.metadata.labels."],
  [labelRefused, { keys: ["app"], values: ["a-"] }, "cart gives its entries app=a-, which the API server takes of no object."],
  [probeRefused, { why: "grpc" }, "The probe of cart asks by gRPC: the schema takes it, Istio's webhook does not."],
  [registrationOverwritten, { annotation: "" }, "cart annotates its entries as registered by nobody."],
  [gateWithoutProbe, { machines: 2 }, "cart annotates its entries as checked (2 machines), and declares no probe."],
  [
    entriesOfRevisionNotRunning,
    { revision: "1-29", running: ["default"], machines: 2 },
    "cart gives its 2 machines istio.io/rev=1-29, and istiod runs as default.",
  ],
  [
    hostOfRevisionNotRunning,
    { revision: "1-29", running: ["default"], hosts: ["a.test"] },
    "cart (a.test) has the label istio.io/rev=1-29, and istiod runs as default.",
  ],
])("$title: $3", (words, evidence, sentence, objects = groups("cart")) => {
  expect(words.found({ objects, evidence })).toBe(sentence);
});
