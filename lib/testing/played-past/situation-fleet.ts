import type { ScriptCluster, ScriptGroup, ScriptMachine, ScriptService } from "./script";

/** The zones of the situations' fleet. */
export const [ZONE_A, ZONE_B, ZONE_C] = ["eu-central-1a", "eu-central-1b", "eu-central-1c"] as const;

/** Sizes of the groups: 1,207 machines. With the three hand-written entries the fleet has 1,210. */
const SIZES = {
  "shop/checkout": 48,
  "shop/pay": 40,
  "shop/inventory": 150,
  "search/search": 60,
  "logistics/tracking": 110,
  "logistics/geo": 100,
  "identity/radius": 100,
  "media/media": 200,
  "finance/ledger": 87,
  "finance/billing": 120,
  "finance/fraud": 100,
  "mail/mail": 80,
  "legacy/oracle-rac": 12,
} as const;
type SituationGroup = keyof typeof SIZES;

/** Machines of zone c: 46 of nine groups. The first ones of each group. */
const IN_ZONE_C: Partial<Record<SituationGroup, number>> = {
  ...{ "logistics/tracking": 11, "media/media": 8, "shop/inventory": 6, "finance/billing": 5, "identity/radius": 4 },
  ...{ "logistics/geo": 4, "finance/fraud": 4, "finance/ledger": 2, "mail/mail": 2 },
};
/** Six machines of zone c that are connected to its replica. The other forty are connected to other zones. */
const HELD_IN_ZONE_C: Partial<Record<SituationGroup, number>> = { "media/media": 2, "shop/inventory": 2, "finance/billing": 2 };

/** The zone of checkout-7 to checkout-16, which have the old version as all others. */
const CHECKOUT_OLD_IN_B = 10;
/** Machines of checkout with the new version, all in zone b. */
export const CHECKOUT_NEW = 6;
const OLD_VERSION = "v40";
export const NEW_VERSION = "v41";

function checkoutMachine(number: number): ScriptMachine {
  const isNew = number <= CHECKOUT_NEW;
  return { version: isNew ? NEW_VERSION : OLD_VERSION, zone: number <= CHECKOUT_NEW + CHECKOUT_OLD_IN_B ? ZONE_B : ZONE_A };
}

/** Changes of single machines, by group. */
export type MachineChanges = Partial<Record<SituationGroup, (number: number) => ScriptMachine>>;

/** The fleet of the situations: three replicas in three zones, thirteen groups with declared sizes, three hand-written entries. */
export function situationFleet(changes: MachineChanges = {}): ScriptCluster {
  const groups = (Object.keys(SIZES) as SituationGroup[]).map((key) => groupOf(key, changes[key]));
  return {
    name: "prod-eu",
    istiods: [
      { key: "a", zone: ZONE_A },
      { key: "b", zone: ZONE_B },
      { key: "c", zone: ZONE_C },
    ],
    groups,
    byHand: [1, 2, 3].map((number) => ({ namespace: "legacy", name: `db-${number}`, address: `10.9.0.${number}`, labels: { app: "db" } })),
    services: groups.map(serviceOf),
  };
}

function groupOf(key: SituationGroup, change: (number: number) => ScriptMachine = () => ({})): ScriptGroup {
  const [namespace = "", name = ""] = key.split("/");
  const [inC, heldInC] = [IN_ZONE_C[key] ?? 0, HELD_IN_ZONE_C[key] ?? 0];
  const machine = (number: number): ScriptMachine => {
    const replica = number <= heldInC ? "c" : number % 2 === 0 ? "a" : "b";
    const zone = number <= inC ? ZONE_C : number % 2 === 0 ? ZONE_A : ZONE_B;
    return { zone, replica, version: OLD_VERSION, ...(key === "shop/checkout" ? checkoutMachine(number) : {}), ...change(number) };
  };
  return { namespace, name, size: SIZES[key], zones: [ZONE_A, ZONE_B], expected: key === "search/search" ? "10-60" : String(SIZES[key]), machine };
}

function serviceOf({ namespace, name }: ScriptGroup): ScriptService {
  const service = { namespace, name, selector: { app: name }, port: 80 };
  return name === "radius" ? { ...service, kind: "ServiceEntry", hosts: ["radius.identity.mesh.internal"] } : { ...service, kind: "Service" };
}
