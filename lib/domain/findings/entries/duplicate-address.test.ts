import { describe, expect, it } from "vitest";
import { anEntry } from "@/lib/testing/entries";
import { detected, evidenceOf } from "@/lib/testing/rule-cases";
import { duplicateAddress } from "./duplicate-address";

const named = (name: string, own: Parameters<typeof anEntry>[0] = {}) => anEntry({ name, uid: name, ...own });

describe("two entries of one address", () => {
  it("are told by the first, with both", () => {
    const entries = [named("a"), named("b", { namespace: "zoo" })];
    expect(detected(duplicateAddress, { entries })).toEqual([
      {
        objects: [
          { kind: "WorkloadEntry", namespace: "shop", name: "a" },
          { kind: "WorkloadEntry", namespace: "zoo", name: "b" },
        ],
        evidence: { address: "10.20.1.14", network: "vpc-2", entries: 2, accounts: ["shop/checkout-vm", "zoo/checkout-vm"] },
      },
    ]);
    expect(evidenceOf(duplicateAddress, { entries: [...entries].reverse() })).toEqual([]);
  });

  it.each([
    { of: "in different networks", own: { network: "vpc-3" } },
    { of: "of which one has another address", own: { address: "10.20.1.15" } },
  ])("$of are different machines", ({ own }) => {
    expect(evidenceOf(duplicateAddress, { entries: [named("a"), named("b", own)] })).toEqual([]);
  });

  it.each([
    { accounts: ["web", "web"], expected: ["shop/web"] },
    { accounts: ["web", ""], expected: ["shop/web"] },
    { accounts: ["web", "api"], expected: ["shop/api", "shop/web"] },
    { accounts: ["", ""], expected: [] },
  ])("name the accounts $expected if they have $accounts in one namespace", ({ accounts: [a = "", b = ""], expected }) => {
    const entries = [named("a", { serviceAccount: a }), named("b", { serviceAccount: b })];
    expect(evidenceOf(duplicateAddress, { entries })).toEqual([expect.objectContaining({ accounts: expected })]);
  });

  it.each(["unix:///run/a.sock", ""])("are nothing where the address is %j", (address) => {
    expect(evidenceOf(duplicateAddress, { entries: [named("a", { address }), named("b", { address })] })).toEqual([]);
  });
});
