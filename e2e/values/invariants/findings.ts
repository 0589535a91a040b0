import type { Invariant } from "@/e2e/values/invariant";
import { linkedObject, numbersIn } from "@/e2e/values/read-page";
import { isGone, listed } from "@/e2e/values/totals";
import type { World } from "@/e2e/values/world";

const FINDINGS = /^\/findings/;

/** The number of findings of a rule, counted from the objects. */
const FOUND: Readonly<Record<string, (world: World) => number>> = {
  STL107: ({ machines }) => machines.filter(({ state }) => state === "awaiting").length,
  STL111: (world) => world.machines.filter(({ namespace, group }) => group !== "" && !world.group(namespace, group).exists).length,
  STL115: ({ machines }) => {
    const byAddress = new Map<string, number>();
    for (const { network, object } of machines) {
      const address = object.spec?.address ?? "";
      if (address !== "") byAddress.set(`${network} ${address}`, (byAddress.get(`${network} ${address}`) ?? 0) + 1);
    }
    return [...byAddress.values()].filter((count) => count > 1).length;
  },
  STL117: ({ machines }) => machines.filter(({ object: { spec } }) => !spec?.address && !spec?.network).length,
  STL205: (world) => world.namedGroups.filter(({ exists, machines }) => exists && machines.length === 0).length,
  STL407: ({ machines }) => machines.filter(({ object }) => (object.spec?.locality ?? "").split("/").length > 3).length,
};

export const FINDING_INVARIANTS: readonly Invariant[] = [
  {
    name: "findings of a rule",
    pages: FINDINGS,
    elements: "section[aria-labelledby^=STL] h2 + span",
    read: (element) => (codeOf(element.heading) === null ? null : listed(numbersIn(element.text))),
    right: (element, world) => ({ n0: FOUND[codeOf(element.heading) ?? ""]?.(world) ?? -1 }),
    least: (world) => Object.values(FOUND).filter((count) => count(world) > 0).length,
  },
  {
    name: "object of a finding",
    pages: FINDINGS,
    elements: "li[data-finding] a[href^='/c/']",
    read: ({ href }) => ({ name: linkedObject(href)?.name ?? "" }),
    right: ({ href }, world) => {
      const { kind, namespace = "", name = "" } = linkedObject(href) ?? {};
      const isThere =
        kind === "entries"
          ? world.machine(namespace, name) !== undefined
          : kind === "groups"
            ? world.groups.has(`${namespace}/${name}`) && !isGone(world.group(namespace, name))
            : world.service(namespace, name) !== undefined;
      return isThere ? { name } : null;
    },
    least: () => 3,
  },
];

function codeOf(rule: string): string | null {
  return rule in FOUND ? rule : null;
}
