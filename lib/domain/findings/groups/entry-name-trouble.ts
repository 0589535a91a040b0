import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { isObjectName } from "@/lib/domain/object-name";
import type { WorkloadGroup } from "@/lib/domain/workload-group";

/** The longest name of an object. */
const LONGEST = 253;
/** An address as long as IPv4 has them; those of IPv6 are longer. */
const AN_ADDRESS = "255.255.255.255";

/**
 * The name that an entry of this group would get is none, or is cut: istiod makes it of group, address and network, keeps the last 253 letters and
 * checks nothing, and the API server refuses what is no name (pilot/pkg/autoregistration/controller.go, autoregisteredWorkloadEntryName).
 */
export const entryNameTrouble: Rule<"group"> = {
  code: "STL202",
  name: "entry-name-trouble",
  subject: "group",
  severity: "warning",
  needs: ["workloadgroups"],
  noPatchBecause: "a name is the object's for good, and a network is named by the machines' bundles and by its gateways",
  detect: (group, world) =>
    networksOf(group, world).flatMap((network) => {
      const name = network === "" ? `${group.name}-${AN_ADDRESS}` : `${group.name}-${AN_ADDRESS}-${network}`;
      const kept = name.slice(-LONGEST);
      const isCut = kept !== name;
      if (!isCut && isObjectName(kept)) return [];
      const evidence = { network, name: kept, letters: name.length, isCut, isRefused: !isObjectName(kept) };
      return [{ of: network, objects: [findingObject("WorkloadGroup", group)], evidence }];
    }),
};

/** The network that the template gives, and those that its machines named. */
function networksOf(group: WorkloadGroup, world: FindingsWorld): readonly string[] {
  return [...new Set([group.template.network, ...world.traitsOf(group, "network").map(({ value }) => value)])].sort();
}
