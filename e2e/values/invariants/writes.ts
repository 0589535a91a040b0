import { X509Certificate } from "node:crypto";
import { parse } from "yaml";
import type { Invariant } from "@/e2e/values/invariant";
import type { Machine } from "@/e2e/values/machines";
import type { Permissions } from "@/e2e/values/permissions";
import type { RawObject } from "@/e2e/values/raw-objects";
import { numbersIn } from "@/e2e/values/read-page";
import { isReady } from "@/e2e/values/services";
import { listed, seriesOf } from "@/e2e/values/totals";
import type { World } from "@/e2e/values/world";

const ANY = /^\//;

/** The fate of the machine of a deleted entry by Istio's rules: istiod writes no new entry for a machine that stays connected. */
function fateOf(machine: Machine, world: World): string {
  const registration = machine.object.metadata.annotations?.["istio.io/autoRegistrationGroup"] ?? "";
  if (registration === "") return "by-hand";
  if (!world.group(machine.namespace, registration).exists) return "refused";
  if (machine.isConnected) return "without-entry";
  return machine.isGhost ? "not-known" : "registers-anew";
}

/** The dialog that deletes these entries, each as "NAMESPACE/NAME". */
export function deletionInvariants(chosen: readonly string[]): readonly Invariant[] {
  const isChosen = ({ namespace, name }: Machine) => chosen.includes(`${namespace}/${name}`);
  return [
    {
      name: "entries to delete",
      pages: ANY,
      elements: "dialog[open] li[data-machine] > span:first-child",
      read: ({ text }) => ({ name: text }),
      right: () => ({ name: { any: chosen } }),
      least: () => chosen.length,
    },
    {
      name: "number of entries to delete",
      pages: ANY,
      elements: "dialog[open] button[type=submit], dialog[open] label",
      read: ({ text }) => listed(numbersIn(text)),
      right: () => ({ n0: chosen.length }),
    },
    {
      name: "machines by what becomes of them",
      pages: ANY,
      elements: "dialog[open] [data-fate]",
      read: ({ text, data }) => ({ count: numbersIn(text)[0] ?? -1, fate: data.fate ?? "" }),
      right: ({ data }, world) => ({
        count: world.machines.filter((machine) => isChosen(machine) && fateOf(machine, world) === data.fate).length,
        fate: data.fate ?? "",
      }),
    },
    {
      name: "endpoints that a service loses",
      pages: ANY,
      elements: "dialog[open] [data-service]",
      read: ({ text, data }) => seriesOf(numbersIn(text, [data.service ?? ""])),
      right: ({ data }, world) => {
        const service = world.services.find(({ hosts }) => hosts.includes(data.service ?? ""));
        const sent = service?.machines.filter(({ isSent }) => isSent) ?? [];
        const left = sent.filter((machine) => !isChosen(machine)).length;
        const others = [service?.readyPods ?? 0, service?.inline ?? 0].filter((count) => count > 0);
        return seriesOf(left === 0 && others.length === 0 ? [sent.length] : [left, sent.length, ...others]);
      },
    },
    {
      name: "lost endpoints by locality",
      pages: ANY,
      elements: "dialog[open] [data-zones]",
      read: ({ text, data }) => seriesOf(numbersIn(text, (data.zones ?? "").split(" "))),
      right: ({ data }, world) => {
        const lost = new Set(world.services.flatMap(({ machines }) => machines.filter((machine) => isChosen(machine) && machine.isSent)));
        return seriesOf((data.zones ?? "").split(" ").map((zone) => [...lost].filter(({ object }) => (object.spec?.locality || "none") === zone).length));
      },
    },
  ];
}

/** Rights by the command that needs them, as Kubernetes names them. */
const RIGHTS: Readonly<Record<string, string>> = {
  "create-serviceaccount": "serviceaccounts",
  "create-workloadgroup": "workloadgroups.networking.istio.io",
  "create-service": "services",
  "create-serviceentry": "serviceentries.networking.istio.io",
  "issue-token": "serviceaccounts/token",
};

function namespaceIn(path: string): string {
  return new URLSearchParams(path.split("?")[1]).get("namespace") ?? "";
}

/** Values of the mesh by the fact's name on the page. */
const MESH_VALUES: Readonly<Record<string, (world: World, permissions: Permissions) => string>> = {
  apiVersions: (_, { versions }) => versions.join(", "),
  clusterId: (world) => JSON.parse(dataOf(world, "istio-sidecar-injector", "values")).global.multiCluster.clusterName,
  trustDomain: (world) => parse(dataOf(world, "istio", "mesh")).trustDomain,
  gateway: (world) => {
    const gateway = world.objects("service").find(({ metadata }) => metadata.name === "istio-eastwestgateway");
    const [first] = gateway?.status?.loadBalancer?.ingress ?? [];
    return first?.ip ?? first?.hostname ?? "";
  },
  // istiod writes the same certificate into every namespace.
  rootCertificate: (world) => {
    const until = new Date(new X509Certificate(dataOf(world, "istio-ca-root-cert", "root-cert.pem")).validTo).toISOString();
    return `${until.slice(0, 10)} ${until.slice(11, 19)} UTC`;
  },
};

function dataOf(world: World, name: string, key: string): string {
  return world.objects("configmap").find(({ metadata }) => metadata.name === name)?.data?.[key] ?? "";
}

const REVISION = "istio.io/rev";

function podsOf(world: World, revision: string): readonly RawObject[] {
  return world.objects("pod").filter(({ metadata: { labels = {} } }) => labels.app === "istiod" && labels[REVISION] === revision);
}

function isRunning({ status }: RawObject): boolean {
  return status?.containerStatuses?.some(({ state }) => state?.running !== undefined) === true;
}

/** The containers of a revision's Pods, or of its Deployment if it has no Pod. */
function containersOf(world: World, revision: string) {
  const pods = podsOf(world, revision).flatMap(({ spec }) => spec?.containers ?? []);
  const planned = world.objects("deployment").filter(({ metadata }) => metadata.labels?.[REVISION] === revision);
  return pods.length > 0 ? pods : planned.flatMap(({ spec }) => spec?.template?.spec?.containers ?? []);
}

/** The first step of a new group, for a person with these permissions. */
export function newGroupInvariants(permissions: Permissions): readonly Invariant[] {
  const isMissing = (right: string, namespace: string) => permissions.missing.has(`create ${right} ${namespace}`);
  return [
    {
      name: "permission in the namespace of a new group",
      pages: /^\/groups\/new\?.*namespace=/,
      elements: "[data-section=permissions] li[data-right]",
      read: ({ data, text }) => ({
        state: data.state ?? "",
        right: data.right ?? "",
        missing: RIGHTS[data.right ?? ""] !== undefined && text.includes(RIGHTS[data.right ?? ""] ?? " ") ? 1 : 0,
      }),
      right: ({ data }, _, { page }) => {
        const missing = isMissing(RIGHTS[data.right ?? ""] ?? "", namespaceIn(page.path));
        return { state: missing ? "problem" : "ok", right: { any: Object.keys(RIGHTS) }, missing: missing ? 1 : 0 };
      },
      least: () => 5,
    },
    {
      name: "namespaces for a new group",
      pages: /^\/groups\/new\?(?!.*namespace=)/,
      elements: "[data-section=namespaces] li[data-state]",
      read: ({ data, links }) => ({ state: data.state ?? "", namespace: namespaceIn(links[0] ?? "") }),
      right: ({ links }) => {
        const namespace = namespaceIn(links[0] ?? "");
        return { state: isMissing("workloadgroups.networking.istio.io", namespace) ? "problem" : "ok", namespace };
      },
      least: () => 3,
    },
    {
      name: "value of the mesh for a new group",
      pages: /^\/groups\/new\?.*namespace=/,
      elements: "[data-section=mesh-values] li[data-fact]",
      read: ({ data, text }) => (data.fact !== undefined && data.fact in MESH_VALUES ? { state: data.state ?? "", text } : null),
      right: ({ data, text }, world) => {
        const value = MESH_VALUES[data.fact ?? ""]?.(world, permissions) ?? "";
        return { state: "ok", text: value !== "" && text.includes(value) ? text : value };
      },
      least: () => 4,
    },
    {
      name: "Pods of a revision of istiod",
      pages: /^\/groups\/new\?.*namespace=/,
      elements: "[data-section=revisions] li[data-revision]",
      read: ({ data, text }) => ({ state: data.state ?? "", version: data.version ?? "", running: shownCount(text, data.running), ready: Number(data.ready) }),
      right: ({ data, text }, world) => {
        const pods = podsOf(world, data.revision ?? "");
        const [running, ready] = [pods.filter(isRunning), pods.filter((pod) => isRunning(pod) && isReady(pod))];
        const versions = containersOf(world, data.revision ?? "").flatMap(({ image }) => image?.split(":").at(-1) ?? []);
        return {
          state: ready.length > 0 ? "ok" : "problem",
          version: { any: versions.filter((version) => text.includes(version)) },
          running: running.length,
          ready: ready.length,
        };
      },
      least: () => 2,
    },
    {
      name: "setting of istiod",
      pages: /^\/groups\/new\?.*namespace=/,
      elements: "[data-section=revisions] li[data-revision] li[data-setting]",
      read: ({ data, revision }) => ({ setting: data.setting ?? "", on: data.on ?? "", revision }),
      right: ({ data, revision }, world) => {
        const containers = containersOf(world, revision);
        const isOff = containers.length > 0 && containers.every(({ env = [] }) => env.find(({ name }) => name === data.setting)?.value === "false");
        return { setting: data.setting ?? "", on: String(!isOff), revision };
      },
      least: () => 4,
    },
  ];
}

/** The count in an attribute, if the text shows it or says nothing of it; -1 = the text shows another. */
function shownCount(text: string, count: string | undefined): number {
  const numbers = numbersIn(text);
  return numbers.includes(Number(count)) || Number(count) === 0 ? Number(count) : -1;
}
