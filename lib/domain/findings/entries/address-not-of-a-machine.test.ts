import { expect, it } from "vitest";
import { anEntry } from "@/lib/testing/entries";
import { detected, evidenceOf } from "@/lib/testing/rule-cases";
import { addressNotOfAMachine } from "./address-not-of-a-machine";

it.each([
  ["127.0.0.1", { target: "loopback" }],
  ["::ffff:127.0.0.1", { target: "loopback" }],
  ["0.0.0.0", { target: "unspecified" }],
  ["169.254.169.254", { target: "metadata" }],
  ["100.100.100.200", { target: "metadata" }],
  ["fd00:ec2::254", { target: "metadata" }],
  ["[fd00::7]:80", { target: "unreadable", meant: "fd00::7" }],
  ["010.0.0.7", { target: "unreadable", meant: "10.0.0.7" }],
  ["10.0.0.300", { target: "unreadable" }],
])("finds the address %s", (address, evidence) => {
  const entry = anEntry({ address });
  expect(detected(addressNotOfAMachine, { entries: [entry] })).toEqual([
    { objects: [{ kind: "WorkloadEntry", namespace: "shop", name: entry.name }], evidence: { address, ...evidence } },
  ]);
});

it.each(["10.0.0.7", "172.17.0.1", "169.254.0.7", "fe80::7", "vm.example.com", "unix:///run/app", ""])("accepts the address %j", (address) => {
  expect(evidenceOf(addressNotOfAMachine, { entries: [anEntry({ address })] })).toEqual([]);
});
