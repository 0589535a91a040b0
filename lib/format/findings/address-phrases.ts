import type { AddressDoubt, AddressFault } from "@/lib/domain/networks/address-target";
import { listAtMost } from "@/lib/format/text/lists";
import { evidenceList, evidenceText } from "./evidence";
import type { FoundFacts } from "./rule-texts";

type Evidence = Pick<FoundFacts, "evidence">;

const FAULTS: Readonly<Record<Exclude<AddressFault, "unreadable">, string>> = {
  loopback: "a loopback address: each caller calls itself",
  unspecified: "the unspecified address: each caller calls itself, or nothing",
  metadata: "the metadata service of a cloud",
};

const DOUBTS: Readonly<Record<AddressDoubt, string>> = {
  "link-local": "link-local: a caller reaches only its own link",
  "docker-bridge": "Docker's bridge: a caller on a host with Docker reaches that host",
};

/** "the address 127.0.0.1, which is a loopback address: each caller calls itself". */
export function addressFaultPhrase(facts: Evidence): string {
  const { target } = facts.evidence;
  const address = `the address ${evidenceText(facts, "address")}`;
  if (isFault(target)) return `${address}, which is ${FAULTS[target]}`;
  const meant = evidenceText(facts, "meant");
  return `${address}, which Istio reads as neither an IP address nor a host name${meant === "" ? "" : `. ${meant} may be meant`}`;
}

/** "the address 10.96.0.1, which is the cluster IP of Service shop/a: callers reach the Pods behind it". */
export function otherTargetPhrase(facts: Evidence): string {
  const { target } = facts.evidence;
  const address = `the address ${evidenceText(facts, "address")}`;
  if (isDoubt(target)) return `${address}, which is ${DOUBTS[target]}`;
  return `${address}, which is the cluster IP of Service ${listAtMost(evidenceList(facts, "services"), 3)}: callers reach its endpoints, on its ports only`;
}

function isFault(target: unknown): target is keyof typeof FAULTS {
  return typeof target === "string" && Object.hasOwn(FAULTS, target);
}

function isDoubt(target: unknown): target is AddressDoubt {
  return typeof target === "string" && Object.hasOwn(DOUBTS, target);
}
