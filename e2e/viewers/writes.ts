import type { Sent } from "@/e2e/ask";
import { COMMANDS, properBodies } from "@/e2e/read-only/attempts";
import { COMMAND_NAMES } from "@/lib/testing/sent-commands";
import { type Asked, POLICY } from "./cells";
import { resourceOf, type StoredObject } from "./objects";
import { METHODS } from "./questions";
import { CLUSTERS, type Person } from "./world";

/** What a question is about. */
export type Target = Omit<StoredObject, "resource" | "text">;

/** One request to an address that is there only where something may be written. */
export interface AskedWrite extends Asked {
  /** The route; of a command and of a kind each its own. */
  readonly path: string;
  readonly about: Target;
  /** Does it ask for a change, for a trial of one, or for a token? Whoever may not write is refused each of them. */
  readonly isWrite: boolean;
  /** The same question about something else. */
  readonly sentAbout: (target: Target) => Sent;
}

/** A route that writes, with what its address says beside which object; and the kind of that object. */
interface Variant {
  readonly of: string;
  readonly path: string;
  readonly resource: string;
}

/** Of which kind the object of an address is where the address does not say it; of all others a group. */
const RESOURCES: Readonly<Record<string, string>> = {
  "/api/c/[cluster]/accounts/[namespace]/[name]": "serviceaccounts",
  "/api/impact": "workloadentries",
};

function variantsOf(of: string): readonly Variant[] {
  if (of === COMMANDS) {
    const variants = COMMAND_NAMES.map((name) => ({ of, path: of.replace("[command]", name), resource: resourceOf(name) }));
    return [...variants, { of, path: of.replace("[command]", "no-such-command"), resource: "workloadgroups" }];
  }
  if (!of.includes("[resource]")) return [{ of, path: of, resource: RESOURCES[of] ?? "workloadgroups" }];
  return ["workloadentries", "workloadgroups"].map((resource) => ({ of, path: of.replace("[resource]", resource), resource }));
}

/** Every route that writes, by every method, about an object of its kind in each of these namespaces of each cluster, with every body that a page sends. */
export function askedWrites(objects: readonly StoredObject[], namespaces: readonly string[], origin: string): readonly AskedWrite[] {
  const routes = Object.keys(POLICY).filter((of) => POLICY[of] === "nobody");
  const places = CLUSTERS.flatMap((cluster) => namespaces.map((namespace) => ({ cluster, namespace })));
  return routes.flatMap(variantsOf).flatMap((variant, at) =>
    places.flatMap((place) => {
      const about = targetIn(objects, place, variant.resource, at);
      return METHODS.flatMap((method) => asked(variant, about, method, origin));
    }),
  );
}

/** Each variant has another object, as long as there are some: what one has changed is not the version that the next one saw. */
function targetIn(objects: readonly StoredObject[], { cluster, namespace }: Pick<Target, "cluster" | "namespace">, resource: string, at: number): Target {
  const inPlace = objects.filter((object) => object.cluster === cluster && object.namespace === namespace);
  const ofKind = inPlace.filter((object) => object.resource === resource);
  // Where there is none of the kind, one of that kind is asked for under the name of something else.
  const some = ofKind.length > 0 ? ofKind : inPlace;
  const target = some[at % some.length];
  if (target === undefined) throw new Error(`${namespace} of ${cluster} holds nothing to ask about.`);
  return target;
}

function asked({ of, path }: Variant, about: Target, method: (typeof METHODS)[number], origin: string): readonly AskedWrite[] {
  const bodyless = method === "GET" || method === "HEAD";
  const bodies = method === "POST" ? properBodies({ of, address: path }, about).keys() : [0];
  const headers = { origin, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  return [...bodies].map((which) => {
    const sentAbout = (target: Target): Sent => {
      const address = filled(path, target);
      const body = bodyless ? {} : { body: JSON.stringify(properBodies({ of, address }, target)[which]) };
      return { method, path: address, headers, ...body };
    };
    return { of, path, about, transport: "JSON", sent: sentAbout(about), sentAbout, isWrite: isWrite(sentAbout(about), of) };
  });
}

function filled(path: string, { cluster, namespace, name }: Target): string {
  const address = path.replace("[cluster]", cluster).replace("[namespace]", namespace).replace("[name]", name);
  if (address.includes("[")) throw new Error(`${path} has a parameter that this test does not fill.`);
  return address;
}

/** Files without a token are made of what one may read, and so is what would go with a deletion. */
function isWrite({ method, body = "" }: Sent, of: string): boolean {
  return method === "POST" && (of === COMMANDS || (of.includes("/bundles/") && !body.includes('"seconds":null')));
}

/** May this person write there? */
export function mayWrite(person: Person | null, { namespace }: Target): boolean {
  return person?.writesIn === namespace;
}
