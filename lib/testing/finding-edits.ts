import type { ReportedObjects } from "./findings-world";

type Fields = Readonly<Record<string, unknown>>;

/** The objects of which an edit changes one field. Names and ages stay, so that each edited object is the same object. */
const LISTS = ["entries", "groups", "hosts", "pods"] as const;
const KEPT = ["cluster", "kind", "namespace", "name", "uid", "createdAt"];

/**
 * Worlds that are one edit away: an object or a remembered past is missing, or one field of an object or one setting has the value that it has in
 * another world.
 */
export function* editsOf(objects: ReportedObjects, donor: ReportedObjects): Generator<ReportedObjects> {
  for (const list of LISTS) yield* editedLists(objects, donor, list);
  for (const rules of without(objects.policies?.rules ?? [])) yield { ...objects, policies: { ...objects.policies, rules } };
  for (const authentications of without(objects.policies?.authentications ?? [])) yield { ...objects, policies: { ...objects.policies, authentications } };
  for (const accounts of [...without(objects.accounts ?? []), donor.accounts ?? []]) yield { ...objects, accounts };
  for (const part of ["pasts", "statuses", "gateways"] as const) if (donor[part] !== undefined) yield { ...objects, [part]: donor[part] };
  yield* editedControlPlanes(objects, donor);
}

function* editedLists(objects: ReportedObjects, donor: ReportedObjects, list: (typeof LISTS)[number]): Generator<ReportedObjects> {
  const all: readonly unknown[] = objects[list] ?? [];
  const others: readonly unknown[] = donor[list] ?? [];
  for (const left of without(all)) yield { ...objects, [list]: left };
  for (const [at, object] of all.entries()) {
    const other = others.find((one) => (one as Fields).kind === (object as Fields).kind);
    for (const edited of withFieldsOf(object as Fields, other as Fields | undefined))
      yield { ...objects, [list]: all.map((one, index) => (index === at ? edited : one)) };
  }
}

function* editedControlPlanes(objects: ReportedObjects, donor: ReportedObjects): Generator<ReportedObjects> {
  const { mesh, world } = objects;
  if (mesh === undefined || world === undefined) return;
  for (const settings of withFieldsOf(mesh.settings as unknown as Fields, donor.mesh?.settings as unknown as Fields)) {
    yield { ...objects, mesh: { ...mesh, settings: settings as unknown as typeof mesh.settings } };
  }
  for (const edited of withFieldsOf(world as unknown as Fields, donor.world as unknown as Fields))
    yield { ...objects, world: edited as unknown as typeof world };
}

/**
 * The API server refuses a ServiceEntry with a selector and endpoints, or with too many endpoints (docs/istio.md#serviceentry-fields), and an alias without its
 * other name.
 */
function isRefused({ kind, selector, resolution, endpoints, type, externalName }: Fields): boolean {
  const count = (endpoints as readonly unknown[] | undefined)?.length ?? 0;
  if (kind === "Service") return (type === "ExternalName") !== (externalName !== "");
  if (kind !== "ServiceEntry" || count === 0) return false;
  return selector !== null || resolution === "NONE" || (resolution === "DNS_ROUND_ROBIN" && count > 1);
}

const without = <T>(all: readonly T[]): readonly (readonly T[])[] => all.map((one) => all.filter((other) => other !== one));

/** The object once for each field that has another value in `other`. */
function withFieldsOf(object: Fields, other: Fields | undefined): readonly Fields[] {
  const keys = Object.keys(object).filter((key) => other !== undefined && !KEPT.includes(key) && !isSame(object[key], other[key]));
  return keys.map((key) => ({ ...object, [key]: other?.[key] })).filter((edited) => !isRefused(edited));
}

function isSame(a: unknown, b: unknown): boolean {
  const text = (value: unknown) => JSON.stringify(value, (_, part: unknown) => (part instanceof Map ? [...part] : part)) ?? "";
  return text(a) === text(b);
}
