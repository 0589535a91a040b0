import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { isInScope, isTeamNamespaceKind, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { SOURCE_NAMES, SOURCES, type SourceName, YAML_KINDS } from "@/lib/domain/source/source";
import { rightsObjects } from "@/lib/sandbox/program/users";
import { visibleScope } from "@/lib/server/access/visible-scope";
import type { Kind } from "@/lib/server/cluster/kind";
import { KINDS, RESOURCES } from "@/lib/server/cluster/kinds";
import { COMMANDS } from "@/lib/server/commands/declared";
import { pluralOf } from "@/lib/server/kube/resource";

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

interface RightsObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules?: readonly Rule[];
  readonly roleRef?: { readonly kind: string; readonly name: string };
  readonly subjects?: readonly { readonly name: string; readonly namespace?: string }[];
}

/** One right: a verb of a kind of a group, where it holds; `name`: of one object only, "" = of all. */
interface Right {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** "" = in all namespaces. */
  readonly namespace: string;
  readonly name: string;
}

const manifest = (name: string): readonly RightsObject[] => parseAllDocuments(readFileSync(`lib/deployment/${name}.yaml`, "utf8")).map((part) => part.toJS());
const reading = manifest("reading-role");
const writing = manifest("writing-role");
const kiosk = manifest("kiosk-role");
const sandbox: readonly RightsObject[] = JSON.parse(JSON.stringify(rightsObjects()));

const each = (verbs: readonly string[], of: Omit<Right, "verb">): readonly Right[] => verbs.map((verb) => ({ verb, ...of }));

function rightsOf(roles: readonly RightsObject[]): readonly Right[] {
  return roles.flatMap(({ metadata: { namespace = "" }, rules = [] }) =>
    rules.flatMap(({ apiGroups, resources, resourceNames = [""], verbs }) =>
      apiGroups.flatMap((group) => resources.flatMap((resource) => resourceNames.flatMap((name) => each(verbs, { group, resource, namespace, name })))),
    ),
  );
}

/** What a user of the embedded cluster has, by the group that the roles are bound to. */
function rightsInSandbox(group: string): readonly Right[] {
  const bindings = sandbox.filter(({ subjects = [] }) => subjects.some(({ name }) => name === group));
  const isBound = (role: RightsObject) =>
    bindings.some(
      ({ roleRef, metadata }) => roleRef?.kind === role.kind && roleRef.name === role.metadata.name && metadata.namespace === role.metadata.namespace,
    );
  return rightsOf(sandbox.filter(isBound));
}

const told = ({ verb, group, resource, namespace, name }: Right) =>
  `${verb} ${resource}${group && `.${group}`}${name && ` ${name}`}${namespace && ` in ${namespace}`}`;
const sorted = (rights: readonly Right[]) => [...new Set(rights.map(told))].sort();

/** Those of these rights that nothing gives: a right for all objects and in all namespaces gives it for one, too. */
function missing(wanted: readonly Right[], given: readonly Right[]): readonly string[] {
  const gives = (one: Right, right: Right) =>
    (["verb", "group", "resource"] as const).every((part) => one[part] === right[part] || one[part] === "*") &&
    (["namespace", "name"] as const).every((part) => one[part] === "" || one[part] === right[part]);
  return sorted(wanted.filter((right) => !given.some((one) => gives(one, right))));
}

const READING = ["get", "list", "watch"];
const MESH = "istio-system";

describe("the role that reads", () => {
  it("lists and watches every source in its place", () => {
    const wanted = SOURCE_NAMES.flatMap((source) => {
      const { resource, place, names = [""] }: Kind<unknown> = KINDS[source];
      const plural = pluralOf({ kind: SOURCES[source].kind, group: resource.group });
      const namespace = place === "istiod-namespace" || place === "named" ? MESH : "";
      return names.flatMap((name) => each(["list", "watch"], { group: resource.group, resource: plural, namespace, name }));
    });
    expect(wanted.length).toBeGreaterThan(30);
    expect(missing(wanted, rightsOf(reading))).toEqual([]);
  });

  it("gets each kind of which a page opens the YAML, in every namespace", () => {
    const wanted = YAML_KINDS.flatMap((kind) =>
      each(["get"], { ...{ group: RESOURCES[kind].group, resource: pluralOf(RESOURCES[kind]) }, namespace: "", name: "" }),
    );
    expect(wanted.length).toBeGreaterThan(8);
    expect(missing(wanted, rightsOf(reading))).toEqual([]);
  });

  it("equals the table of docs/operations.md, right by right", () => {
    // Which config maps those are stands below the table, for the whole of it.
    const unnamed = rightsOf(reading).map((right) => (right.name === "" ? right : { ...right, namespace: "", name: "by name" }));
    expect(sorted(unnamed)).toEqual(sorted(rightsInDocument()));
    const names = rightsOf(reading).flatMap(({ name }) => (name === "" ? [] : [name]));
    for (const name of names) expect(OPERATIONS.slice(OPERATIONS.indexOf("The configmaps that are listed"))).toContain(`\`${name}\``);
  });

  it("reads and nothing else: no other verb, no wildcard, no secret, nothing below an object", () => {
    const rights = rightsOf(reading);
    expect(rights.filter(({ verb, group, resource }) => !READING.includes(verb) || group === "*" || /^secrets$|[*/]/.test(resource))).toEqual([]);
    expect(rights.length).toBeGreaterThan(40);
  });

  it("is bound to one account, which the manifest makes", () => {
    const bindings = reading.filter(({ roleRef }) => roleRef !== undefined);
    const roles = reading.filter(({ rules }) => rules !== undefined);
    expect(bindings.map(({ roleRef, metadata }) => [roleRef?.kind, roleRef?.name, metadata.namespace])).toEqual(
      roles.map(({ kind, metadata }) => [kind, metadata.name, metadata.namespace]),
    );
    for (const { subjects } of bindings) expect(subjects).toEqual([{ kind: "ServiceAccount", name: "stolos", namespace: "stolos" }]);
    expect(reading.filter(({ kind }) => kind === "ServiceAccount").map(({ metadata }) => metadata)).toEqual([{ name: "stolos", namespace: "stolos" }]);
  });

  it("gives no more than the embedded cluster's users have with whom all is shown", () => {
    for (const group of ["stolos:dashboard", "stolos:viewers"]) expect(missing(rightsOf(reading), rightsInSandbox(group)), group).toEqual([]);
  });
});

describe("the role of a kiosk", () => {
  const SHOWN = "shop";
  const shown = visibleScope(new Map([["eu", new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const))]]), { known: ["eu"], namespaces: [SHOWN] });

  /** Where a kiosk of that namespace shows what a source tells; null = nowhere. */
  function placeOf(source: SourceName): Omit<Right, "verb" | "group" | "resource"> | null {
    const { place, names = [""] }: Kind<unknown> = KINDS[source];
    const isIn = (namespace: string) => isInScope(shown, "eu", SOURCES[source].kind, namespace);
    if (place === "namespaces" || place === "on-demand") return { namespace: SHOWN, name: "" };
    if (place === "cluster") return isTeamNamespaceKind(SOURCES[source].kind) ? null : { namespace: "", name: "" };
    return isIn(MESH) ? { namespace: MESH, name: names[0] ?? "" } : null;
  }

  it("lists and watches what a kiosk shows, each in its place, and nothing else", () => {
    const wanted = SOURCE_NAMES.flatMap((source) => {
      const { resource }: Kind<unknown> = KINDS[source];
      const place = placeOf(source);
      return place === null
        ? []
        : each(["list", "watch"], { group: resource.group, resource: pluralOf({ kind: SOURCES[source].kind, group: resource.group }), ...place });
    });
    for (const right of ["watch workloadentries.networking.istio.io in shop", "list pods in istio-system", "watch nodes"])
      expect(sorted(wanted)).toContain(right);
    expect(sorted(rightsOf(kiosk))).toEqual(sorted(wanted));
  });

  it("gives nothing that the role that reads does not", () => {
    expect(missing(rightsOf(kiosk), rightsOf(reading))).toEqual([]);
  });

  it("is bound to an account of its own, which the manifest makes", () => {
    const account = { name: "stolos-kiosk", namespace: "stolos" };
    expect(kiosk.filter(({ kind }) => kind === "ServiceAccount").map(({ metadata }) => metadata)).toEqual([account]);
    const bindings = kiosk.filter(({ roleRef }) => roleRef !== undefined);
    expect(bindings.map(({ roleRef, metadata }) => [roleRef?.kind, roleRef?.name, metadata.namespace])).toEqual(
      kiosk.filter(({ rules }) => rules !== undefined).map(({ kind, metadata }) => [kind, metadata.name, metadata.namespace]),
    );
    for (const { subjects } of bindings) expect(subjects).toEqual([{ kind: "ServiceAccount", ...account }]);
  });
});

describe("the role that writes", () => {
  it("is what the declared commands ask for, and no more", () => {
    const declared = Object.values(COMMANDS).flatMap(({ verb, permission, kind, subresource }) =>
      each([verb, ...permission], {
        ...{ group: RESOURCES[kind].group, resource: `${kind}${subresource && `/${subresource}`}`, namespace: "", name: "" },
      }),
    );
    expect(sorted(rightsOf(writing))).toEqual(sorted(declared));
  });

  it("is bound to nobody by itself, and the users of the embedded cluster who bring machines have it", () => {
    expect(writing.map(({ kind }) => kind)).toEqual(["ClusterRole"]);
    expect(missing(rightsOf(writing), rightsInSandbox("stolos:engineers"))).toEqual([]);
    expect(missing(rightsOf(writing), rightsInSandbox("stolos:viewers")).length).toBe(rightsOf(writing).length);
  });
});

const OPERATIONS = readFileSync("docs/operations.md", "utf8");

/** The rights of the document's table. An empty group cell repeats the group of the row above. */
function rightsInDocument(): readonly Right[] {
  const table = /The account needs these rights[^|]*\n((?:\|.*\n)+)/.exec(OPERATIONS)?.[1] ?? "";
  const rows = table.split("\n").slice(2, -1);
  let named = "";
  return rows.flatMap((row) => {
    const [, group = "", kinds = "", verbs = ""] = row.split("|").map((cell) => cell.trim().replaceAll("`", ""));
    if (group !== "") named = group === "core" ? "" : group;
    const [plurals = "", place = ""] = kinds.split(/, (?=in |by )/);
    const where = { namespace: place.startsWith("in ") ? MESH : "", name: place.startsWith("by ") ? "by name" : "" };
    return plurals.split(", ").flatMap((resource) => each(verbs.split(", "), { group: named, resource, ...where }));
  });
}
