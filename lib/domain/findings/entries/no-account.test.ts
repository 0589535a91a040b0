import { expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { evidenceOf } from "@/lib/testing/rule-cases";
import { aKubernetesService } from "@/lib/testing/selection";
import { noAccount } from "./no-account";

const nameless = (own: Parameters<typeof anEntry>[0] = {}) => anEntry({ serviceAccount: "", ...own });
const handWritten = { registrationGroup: "", owner: null } as const;
const unclaimed = { ...handWritten, controller: "", connectedAt: null } as const;
const taking = aKubernetesService({ selector: [["app", "checkout"]] });

it.each([
  { of: "that istiod claimed", entry: nameless(handWritten), hosts: [], says: { hosts: 0, network: "vpc-2", management: "claimed" } },
  { of: "that a host takes", entry: nameless(unclaimed), hosts: [taking], says: { hosts: 1, network: "vpc-2", management: "unmanaged" } },
  { of: "whose group is gone", entry: nameless({ owner: null }), hosts: [], says: { hosts: 0, network: "vpc-2", management: "auto" } },
])("finds a machine without an account $of", ({ entry, hosts, says }) => {
  expect(evidenceOf(noAccount, { entries: [entry], hosts })).toEqual([says]);
});

it.each([
  { of: "with an account", entry: anEntry(unclaimed) },
  { of: "whose group is there, which is told there", entry: nameless() },
  {
    of: "that says that it has no sidecar",
    entry: nameless({
      ...unclaimed,
      specLabels: [
        ["app", "checkout"],
        ["security.istio.io/tlsMode", "disabled"],
      ],
    }),
  },
  { of: "that nobody takes and nobody claimed", entry: nameless({ ...unclaimed, specLabels: [], metadataLabels: [["app", "alone"]] }) },
])("passes over a machine $of", ({ entry }) => {
  expect(evidenceOf(noAccount, { entries: [entry], groups: [aGroup()], hosts: [taking] })).toEqual([]);
});
