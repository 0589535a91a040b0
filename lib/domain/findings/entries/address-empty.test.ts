import { expect, it } from "vitest";
import { anEntry } from "@/lib/testing/entries";
import { evidenceOf } from "@/lib/testing/rule-cases";
import { addressEmpty } from "./address-empty";

it.each([
  { address: "", network: "", says: [{ isRegistered: true }] },
  { address: "", network: "vpc-2", says: [] },
  { address: "10.0.0.1", network: "", says: [] },
])("address $address and network $network: $says", ({ address, network, says }) => {
  expect(evidenceOf(addressEmpty, { entries: [anEntry({ address, network })] })).toEqual(says);
});
