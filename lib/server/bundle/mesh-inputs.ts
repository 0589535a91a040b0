import type { BundleFact, BundleStart } from "@/lib/contract/bundle";
import { encoded } from "@/lib/contract/paths";
import { isRevisioned, revisionedName } from "@/lib/domain/bundle/istiod-address";
import { type ConfigRead, isRevisionThere, revisionsNamed } from "@/lib/domain/new-group/istiod-for-machines";
import { type Fields, fieldOf, textOf } from "@/lib/domain/preview/values";
import { emptyFactWords, factSourceWords, noGatewayWords, noMeshWords, unreadFactWords } from "@/lib/format/bundle-words";
import { noRevisionWords } from "@/lib/format/new-group/istiod-words";
import { configYaml } from "@/lib/server/kube/parse/config-yaml";
import { at, field, list, text } from "@/lib/server/kube/parse/json";
import { Unreadable } from "@/lib/server/kube/parse/proto-json";
import type { Found, PublicReader } from "./found";
import { type IstiodsRead, readIstiods } from "./read-istiods";

/** What the mesh gives to every bundle, each with its source or with what is missing. */
export interface MeshInputs extends Pick<BundleStart, "clusterId" | "trustDomain" | "meshId" | "gateway" | "rootCertificate" | "version"> {
  readonly mesh: Fields;
  /** Why the mesh configuration could not be read, as a sentence; "" = it was. */
  readonly meshProblem: string;
  /** False = nobody here may look whether there is a gateway. */
  readonly gatewaySeen: boolean;
  readonly istiods: IstiodsRead;
  /** Why there can be no bundle of the revision that is asked for, as a sentence; "" = there is such a revision, or nobody here can tell. */
  readonly revisionProblem: string;
}

interface Asked {
  readonly namespace: string;
  readonly istioNamespace: string;
  readonly revision: string;
}

/** Reads all of it at once (facts 6.2). */
export async function meshInputs(reader: PublicReader, { namespace, istioNamespace, revision }: Asked): Promise<MeshInputs> {
  const map = (name: string) => `/api/v1/namespaces/${encoded(istioNamespace)}/configmaps/${encoded(name)}`;
  const [meshName, injectorName] = [revisionedName("istio", revision), revisionedName("istio-sidecar-injector", revision)];
  const core = `/api/v1/namespaces/${encoded(istioNamespace)}`;
  const [mesh, injector, root, services, istiods] = await Promise.all([
    reader.read(map(meshName)),
    reader.read(map(injectorName)),
    reader.read(`/api/v1/namespaces/${encoded(namespace)}/configmaps/istio-ca-root-cert`),
    reader.read(`${core}/services?limit=500`),
    readIstiods(reader, istioNamespace),
  ]);
  const told = meshOf(mesh);
  const meshPlace = `ConfigMap ${istioNamespace}/${meshName}`;
  const ofMesh = (value: string, field: string) => (told.problem === "" ? factOf(mesh, value, meshPlace, field) : noFact(meshPlace, told.problem));
  return {
    mesh: told.mesh,
    meshProblem: told.problem === "" ? "" : noMeshWords({ place: meshPlace, reason: told.problem }),
    trustDomain: ofMesh(textOf(fieldOf(told.mesh, "trustDomain")), "trustDomain"),
    meshId: ofMesh(textOf(fieldOf(fieldOf(told.mesh, "defaultConfig"), "meshId")), "meshId"),
    clusterId: factOf(injector, clusterIdOf(injector), `ConfigMap ${istioNamespace}/${injectorName}`, "global.multiCluster.clusterName"),
    rootCertificate: factOf(root, found(root, "data", "root-cert.pem"), `ConfigMap ${namespace}/istio-ca-root-cert`, "root-cert.pem"),
    gateway: gatewayFact(services, istioNamespace),
    gatewaySeen: services.ok,
    version: factOf(istiods.pods, versionOf(istiods.pods, revision), `Pods of istiod in ${istioNamespace}`, "image"),
    istiods,
    revisionProblem: revisionProblemOf(revision, istiods, mesh),
  };
}

/** Without a revision the names of objects have none either, and a tag may stand behind them: nothing is asked of it. */
function revisionProblemOf(revision: string, { seen }: IstiodsRead, mesh: Found): string {
  if (!isRevisioned(revision)) return "";
  const config: ConfigRead = mesh.ok ? "read" : mesh.error.kind === "not-found" ? "absent" : "unread";
  if (isRevisionThere(revision, seen, config) !== false) return "";
  return noRevisionWords({ revision, revisions: revisionsNamed(seen) });
}

function factOf(read: Found, value: string, place: string, field: string): BundleFact {
  if (!read.ok) return noFact(place, read.error.message);
  if (value === "") return { value, source: "", problem: emptyFactWords({ place, field }) };
  return { value, source: factSourceWords({ place, by: read.by }), problem: "" };
}

function noFact(place: string, reason: string): BundleFact {
  return { value: "", source: "", problem: unreadFactWords({ place, reason }) };
}

function meshOf(read: Found): { readonly mesh: Fields; readonly problem: string } {
  if (!read.ok) return { mesh: {}, problem: read.error.message };
  try {
    return { mesh: configYaml(found(read, "data", "mesh"), "mesh"), problem: "" };
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { mesh: {}, problem: thrown.message };
    throw thrown;
  }
}

function clusterIdOf(read: Found): string {
  try {
    return text(at(JSON.parse(found(read, "data", "values") || "{}"), "global", "multiCluster", "clusterName"));
  } catch (error) {
    if (error instanceof SyntaxError) return "";
    throw error;
  }
}

const ISTIOD_PORT = 15_012;

/** The gateway that istioctl would ask, else one that says it is for that and lets istiod's port through. */
function gatewayFact(read: Found, istioNamespace: string): BundleFact {
  const place = `Services in ${istioNamespace}`;
  if (!read.ok) return noFact(place, read.error.message);
  const gateways = list(field(read.value, "items")).filter((item) => text(at(item, "metadata", "labels", "istio")) === "eastwestgateway");
  const named = gateways.find((item) => text(at(item, "metadata", "name")) === "istio-eastwestgateway");
  const open = gateways.find((item) => list(at(item, "spec", "ports")).some((port) => field(port, "port") === ISTIOD_PORT));
  const gateway = named ?? open;
  if (gateway === undefined) return { value: "", source: "", problem: noGatewayWords({ namespace: istioNamespace }) };
  return factOf(read, addressOf(gateway), `Service ${istioNamespace}/${text(at(gateway, "metadata", "name"))}`, "status.loadBalancer");
}

function addressOf(service: unknown): string {
  const [first] = list(at(service, "status", "loadBalancer", "ingress"));
  return text(field(first, "ip")) || text(field(first, "hostname")) || text(list(at(service, "spec", "externalIPs"))[0]);
}

/** The tag of istiod's image, of the revision that is asked for if there is a Pod of it. */
function versionOf(read: Found, revision: string): string {
  const pods = read.ok ? list(field(read.value, "items")) : [];
  const own = pods.filter((pod) => text(at(pod, "metadata", "labels", "istio.io/rev")) === (revision || "default"));
  const [pod] = own.length > 0 ? own : pods;
  const container = list(at(pod, "spec", "containers")).find((one) => text(field(one, "name")) === "discovery");
  return /:(\d+\.\d+\.\d+)[^:/]*$/.exec(text(field(container, "image")))?.[1] ?? "";
}

/** Verbatim: a certificate or a configuration is as long as it is, and its lines count. */
function found(read: Found, ...path: readonly string[]): string {
  return read.ok ? textOf(at(read.value, ...path)) : "";
}
