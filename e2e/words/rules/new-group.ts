import { X509Certificate } from "node:crypto";
import { parse } from "yaml";
import type { RawObject } from "@/e2e/words/raw-objects";
import type { Rule, Said } from "@/e2e/words/rule";
import type { Truth } from "@/e2e/words/truth";

const ready = { path: /^\/groups\/new\?/ };
const ofRights = { ...ready, region: /^What you may do there/ };
const inMesh = { ...ready, region: /^What the mesh gives/ };
/** Items of the mesh that are compared; what any other says is only known. */
const ofMesh = { ...inMesh, item: / (?:Istio's kinds|Cluster ID|Trust domain|Root certificate|East-west gateway) / };
const ofOtherMesh = { ...inMesh, item: /^(?!.* (?:Istio's kinds|Cluster ID|Trust domain|Root certificate|East-west gateway) )/ };
const ofIstiod = { ...ready, region: /^Which istiod takes machines/ };
const ofSettings = { ...ready, region: /^Settings of istiod / };
const ofPlaces = { ...ready, region: /^Where you may make a group/ };

/** The first step of a new group: rights, what the mesh gives, the revisions of istiod, and where groups may be made. */
export const NEW_GROUP: readonly Rule[] = [
  { says: "New group[[ ]in {name}]", where: ready },
  { says: "{n}", where: { ...ready, region: /^Steps$/ } },
  { says: "{words} (ok|problem)", where: ofRights, check: mayOrMayNot },
  { says: "The verb create on {words} in namespace {name} is missing. Ask whoever gives rights in {name} {words}", where: ofRights, check: isMissing },
  { says: "{words}", where: ofMesh, check: isGiven },
  { says: "{words}", where: ofOtherMesh },
  { says: "Settings of istiod {name}", where: ofSettings },
  { says: "istiod {name}, {words} (ok|problem|cannot see)", where: ofIstiod, check: isRevision },
  {
    says: "{n} Pod[s] of it run[s], (and all are ready|and is ready|{n} of them ready). A bundle for it names (no revision|the revision {name}). {words}",
    where: ofIstiod,
    check: soManyPodsRun,
  },
  {
    says: "None of its Pods runs, so that no machine can connect to it. Ask whoever runs the mesh {words} A bundle for it names the revision {name}. {words}",
    where: ofIstiod,
    check: noPodRuns,
  },
  { says: "Names of its certificate (ok|cannot see)", where: ofSettings, check: namesAreSo },
  { says: "Its own alone: {words}", where: ofSettings, check: namesAreSo },
  { says: "{words} (ok|problem|cannot see)", where: ofSettings, check: settingIsSo },
  { says: "(On|Off). {words}", where: ofSettings, check: settingIsSo },
  { says: "{words} (ok|problem)", where: ofPlaces, check: mayMakeThere },
  { says: "The verb create on workloadgroups.networking.istio.io is missing there. {words}", where: ofPlaces, check: mayMakeThere },
];

/** The items of the list of rights and what each is called in Kubernetes. */
const RIGHTS: Readonly<Record<string, string>> = {
  "Make a service account": "serviceaccounts",
  "Make the group": "workloadgroups.networking.istio.io",
  "Make a Service": "services",
  "Make a ServiceEntry": "serviceentries.networking.istio.io",
  "Make a token for machines": "serviceaccounts/token",
};

function namespaceOf({ page }: Truth): string {
  return new URLSearchParams(page.path.split("?")[1]).get("namespace") ?? "";
}

function mayOrMayNot({ statement: { text } }: Said, truth: Truth): string | null {
  const [, title = "", state] = /^(.+) (ok|problem)$/.exec(text) ?? [];
  const right = RIGHTS[title];
  if (right === undefined) return "no right is called so";
  const isMissing = truth.asked.missing.has(`create ${right} ${namespaceOf(truth)}`);
  return isMissing === (state === "problem") ? null : `the API server says otherwise of create on ${right}`;
}

function isMissing({ statement: { text } }: Said, truth: Truth): string | null {
  const [, right = "", namespace = ""] = /^The verb (create) on /.test(text) ? (/ on (\S+) in namespace (\S+) is/.exec(text) ?? []) : [];
  return truth.asked.missing.has(`create ${right} ${namespace}`) ? null : "the API server says that this right is there";
}

/** Of a list of namespaces: a group may be made in one, or not. */
function mayMakeThere({ statement: { text, item } }: Said, truth: Truth): string | null {
  const namespace = / (ok|problem)$/.test(text) ? (text.split(" ")[0] ?? "") : (item.split(" ")[1] ?? "");
  const may = !truth.asked.missing.has(`create workloadgroups.networking.istio.io ${namespace}`);
  return may === text.endsWith(" ok") ? null : `the API server says otherwise of namespace ${namespace}`;
}

/** What the mesh gives, by the item's title: the value where there is one, and where it was read. A blank between two sentences is lost in reading. */
const GIVEN: Readonly<Record<string, (truth: Truth) => { readonly value: string; readonly source: string }>> = {
  "Versions of WorkloadGroup": ({ asked }) => ({ value: asked.versions.join(", "), source: "Kind WorkloadGroup of the API group networking.istio.io" }),
  "Mesh configuration": (truth) => {
    const { trustDomain, defaultConfig = {} } = parse(dataOf(truth, "istio", "mesh"));
    const taken = [...(trustDomain === undefined ? [] : ["trustDomain"]), ...Object.keys(defaultConfig).map((key) => `defaultConfig.${key}`)];
    return { value: taken.join(", "), source: "ConfigMap istio-system/istio" };
  },
  "Cluster ID": (truth) => ({
    value: JSON.parse(dataOf(truth, "istio-sidecar-injector", "values")).global.multiCluster.clusterName,
    source: "ConfigMap istio-system/istio-sidecar-injector",
  }),
  "Trust domain": (truth) => ({ value: parse(dataOf(truth, "istio", "mesh")).trustDomain, source: "ConfigMap istio-system/istio" }),
  // istiod leaves the same certificate in every namespace.
  "Root certificate": (truth) => {
    const until = new Date(new X509Certificate(dataOf(truth, "istio-ca-root-cert", "root-cert.pem")).validTo).toISOString();
    return { value: `PEM, holds until ${until.slice(0, 10)} ${until.slice(11, 19)} UTC`, source: `ConfigMap ${namespaceOf(truth)}/istio-ca-root-cert` };
  },
  "East-west gateway": (truth) => {
    const gateway = truth.raw.at("service", truth.readAt).find(({ metadata }) => metadata.name === "istio-eastwestgateway");
    const [first] = gateway?.status?.loadBalancer?.ingress ?? [];
    return { value: first?.ip ?? first?.hostname ?? "", source: "Service istio-system/istio-eastwestgateway" };
  },
};

function dataOf({ raw, readAt }: Truth, name: string, key: string): string {
  return raw.at("configmap", readAt).find(({ metadata }) => metadata.name === name)?.data?.[key] ?? "";
}

function isGiven({ statement: { text, item } }: Said, truth: Truth): string | null {
  const found = Object.entries(GIVEN).find(([title]) => item.includes(` ${title} `));
  if (found === undefined) return "nothing of the mesh is called so";
  const [title, given] = found;
  const { value, source } = given(truth);
  return [value, `${title} ok`].includes(text) || text.startsWith(`${source}.`) ? null : `it is ${value}, by ${source}`;
}

const REVISION = "istio.io/rev";

/** istiod's Pods of a revision. */
function podsOf({ raw, readAt }: Truth, revision: string): readonly RawObject[] {
  return raw.at("pod", readAt).filter(({ metadata: { labels = {} } }) => labels.app === "istiod" && labels[REVISION] === revision);
}

/** The containers of the Pods of a revision, or of its Deployment where it has none. */
function containersOf(truth: Truth, revision: string) {
  const pods = podsOf(truth, revision).flatMap(({ spec }) => spec?.containers ?? []);
  const planned = truth.raw.at("deployment", truth.readAt).filter(({ metadata }) => metadata.labels?.[REVISION] === revision);
  return pods.length > 0 ? pods : planned.flatMap(({ spec }) => spec?.template?.spec?.containers ?? []);
}

function isUp({ status }: RawObject): boolean {
  return status?.containerStatuses?.some(({ state }) => state?.running !== undefined) === true;
}

function isReady({ status }: RawObject): boolean {
  return status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True") === true;
}

/** It has that version, and is fine where one of its Pods runs and is ready. Pods can be seen here. */
function isRevision({ statement: { text } }: Said, truth: Truth): string | null {
  const [, revision = "", version = "", state] = /^istiod (\S+), (\S+) (.+)$/.exec(text) ?? [];
  const takesMachines = podsOf(truth, revision).some((pod) => isUp(pod) && isReady(pod));
  if (state !== (takesMachines ? "ok" : "problem")) return `one of its Pods ${takesMachines ? "is" : "is not"} ready`;
  return containersOf(truth, revision).some(({ image }) => image?.endsWith(`:${version}`)) ? null : `no istiod of revision ${revision} has version ${version}`;
}

function soManyPodsRun({ statement: { text, item }, counts: [running, ready] }: Said, truth: Truth): string | null {
  const revision = / istiod (\S+), /.exec(item)?.[1] ?? "";
  const named = / names the revision (\S+)\. /.exec(text)?.[1] ?? "default";
  if (named !== revision) return `it is of revision ${revision}`;
  const pods = podsOf(truth, revision);
  const up = pods.filter(isUp);
  return up.length === running && up.filter(isReady).length === (ready ?? running) ? null : `${up.length} Pods of ${revision} run`;
}

function noPodRuns({ statement: { text, item } }: Said, truth: Truth): string | null {
  const revision = / istiod (\S+), /.exec(item)?.[1] ?? "";
  const named = / names the revision (\S+)\. /.exec(text)?.[1];
  if (named !== revision || !text.includes(`a running istiod of revision ${revision},`)) return `it is of revision ${revision}`;
  return podsOf(truth, revision).length === 0 && containersOf(truth, revision).length > 0 ? null : "it has Pods, or nothing names it";
}

const VARIABLES: Readonly<Record<string, string>> = {
  "Auto registration": "PILOT_ENABLE_WORKLOAD_ENTRY_AUTOREGISTRATION",
  "Health checks": "PILOT_ENABLE_WORKLOAD_ENTRY_HEALTHCHECKS",
  "Identity at registration": "ISTIO_WORKLOAD_ENTRY_VALIDATE_IDENTITY",
  "Machines behind Services": "PILOT_ENABLE_K8S_SELECT_WORKLOAD_ENTRIES",
};

/** No istiod of the revision is told of a further name. */
function namesAreSo({ statement: { text, region } }: Said, truth: Truth): string | null {
  const containers = containersOf(truth, region.replace("Settings of istiod ", ""));
  if (containers.length === 0) return "there is no such istiod";
  const isNamed = containers.some(({ env = [] }) => env.some(({ name, value = "" }) => name === "ISTIOD_CUSTOM_HOST" && value !== ""));
  if (text.endsWith(" cannot see")) return "every istiod can be seen";
  return isNamed && text.startsWith("Its own alone") ? "ISTIOD_CUSTOM_HOST says otherwise" : null;
}

/** On unless every istiod of the revision is told that it is not; what they are told can be seen here. */
function settingIsSo({ statement: { text, item, region } }: Said, truth: Truth): string | null {
  const variable = Object.entries(VARIABLES).find(([title]) => item.includes(` ${title} `))?.[1];
  const containers = containersOf(truth, region.replace("Settings of istiod ", ""));
  if (variable === undefined || containers.length === 0 || text.endsWith(" cannot see")) return "no istiod has such a setting";
  const isOff = containers.every(({ env = [] }) => env.find(({ name }) => name === variable)?.value === "false");
  return isOff === /^Off|problem$/.test(text) ? null : `${variable} says otherwise`;
}
