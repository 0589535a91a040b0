import type { AddressDoubt, AddressFault, AddressProblem } from "@/lib/domain/networks/address-target";

const FAULTS: Readonly<Record<Exclude<AddressFault, "unreadable">, string>> = {
  loopback: "a loopback address: each caller calls itself",
  unspecified: "the unspecified address: each caller calls itself, or nothing",
  metadata: "the metadata service of a cloud",
};

const DOUBTS: Readonly<Record<AddressDoubt, string>> = {
  "link-local": "link-local: a caller reaches only its own link",
  "docker-bridge": "Docker's bridge: a caller on a host with Docker reaches that host",
};

const PHRASES: Readonly<Partial<Record<AddressProblem, string>>> = { ...FAULTS, ...DOUBTS };

/** "a loopback address: each caller calls itself", after "is"; null = no known target. */
export function addressTargetPhrase(target: unknown): string | null {
  return typeof target === "string" && Object.hasOwn(PHRASES, target) ? (PHRASES[target as AddressProblem] ?? null) : null;
}
