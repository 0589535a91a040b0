import type { BundleDefaults, BundleValue } from "@/lib/contract/answers/bundle";
import { encodeSegment } from "@/lib/contract/url/paths";
import { isRevisionInObjectNames, revisionedName } from "@/lib/domain/bundle/istiod-address";
import { certificateNamesOfRevision, type MeshConfigReadResult, revisionExists, visibleRevisions } from "@/lib/domain/new-group/istiod-for-machines";
import { asText, fieldValue, type UntypedObject } from "@/lib/domain/preview/values";
import { noMeshWords, unreadFactWords } from "@/lib/format/bundle-words";
import { noRevisionWords } from "@/lib/format/new-group/istiod-words";
import { configYaml } from "@/lib/server/kube/parse/config-yaml";
import { at, field, list, text } from "@/lib/server/kube/parse/json";
import { Unreadable } from "@/lib/server/kube/parse/proto-json";
import { factOf, neededFact, problemFact } from "./facts";
import type { Found, PublicReader } from "./found";
import { gatewayFact } from "./gateway-fact";
import { meshConfigFact } from "./mesh-config-fact";
import { type IstiodsRead, readIstiods } from "./read-istiods";
import { checkedRoot } from "./root-fact";

/** What the mesh gives to every bundle, each with its source or with what is missing. */
export interface MeshInputs
  extends Pick<BundleDefaults, "clusterId" | "trustDomain" | "meshId" | "gateway" | "rootCertificate" | "certificateNames" | "version"> {
  readonly mesh: UntypedObject;
  /** Where that was read, and what of it goes into the files. */
  readonly meshConfig: BundleValue;
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
  /** Milliseconds. */
  readonly now: number;
}

/** Reads all of it at once (docs/istio.md#bundle). */
export async function meshInputs(reader: PublicReader, { namespace, istioNamespace, revision, now }: Asked): Promise<MeshInputs> {
  const map = (name: string) => `/api/v1/namespaces/${encodeSegment(istioNamespace)}/configmaps/${encodeSegment(name)}`;
  const [meshName, injectorName] = [revisionedName("istio", revision), revisionedName("istio-sidecar-injector", revision)];
  const core = `/api/v1/namespaces/${encodeSegment(istioNamespace)}`;
  const [mesh, injector, root, services, istiods] = await Promise.all([
    reader.read(map(meshName)),
    reader.read(map(injectorName)),
    reader.read(`/api/v1/namespaces/${encodeSegment(namespace)}/configmaps/istio-ca-root-cert`),
    reader.read(`${core}/services?limit=500`),
    readIstiods(reader, istioNamespace),
  ]);
  const told = meshOf(mesh);
  const meshPlace = `ConfigMap ${istioNamespace}/${meshName}`;
  const broken = mesh.ok && told.problem !== "" ? problemFact("unreadable", unreadFactWords({ place: meshPlace, reason: told.problem })) : null;
  const ofMesh = (value: string, field: string) => broken ?? factOf(mesh, value, { place: meshPlace, field });
  const injectorPlace = { place: `ConfigMap ${istioNamespace}/${injectorName}`, field: "global.multiCluster.clusterName" };
  const rootPlace = { place: `ConfigMap ${namespace}/istio-ca-root-cert`, field: "root-cert.pem" };
  return {
    mesh: told.mesh,
    meshConfig: broken ?? meshConfigFact(mesh, told.mesh, meshPlace),
    meshProblem: told.problem === "" ? "" : noMeshWords({ place: meshPlace, reason: told.problem }),
    trustDomain: ofMesh(asText(fieldValue(told.mesh, "trustDomain")), "trustDomain"),
    meshId: ofMesh(asText(fieldValue(fieldValue(told.mesh, "defaultConfig"), "meshId")), "meshId"),
    clusterId: factOf(injector, clusterIdOf(injector), injectorPlace),
    rootCertificate: checkedRoot(neededFact(root, found(root, "data", "root-cert.pem"), rootPlace), now),
    gateway: gatewayFact(services, istioNamespace),
    gatewaySeen: services.ok,
    certificateNames: certificateNamesOfRevision(istiods.seen, revision),
    version: neededFact(istiods.pods, versionOf(istiods.pods, revision), { place: `Pods of istiod in ${istioNamespace}`, field: "image" }),
    istiods,
    revisionProblem: revisionProblemOf(revision, istiods, mesh),
  };
}

/** Without a revision the names of objects have none either, and a tag may stand behind them: nothing is asked of it. */
function revisionProblemOf(revision: string, { seen }: IstiodsRead, mesh: Found): string {
  if (!isRevisionInObjectNames(revision)) return "";
  const config: MeshConfigReadResult = mesh.ok ? "read" : mesh.error.kind === "not-found" ? "absent" : "unread";
  if (revisionExists(revision, seen, config) !== false) return "";
  return noRevisionWords({ revision, revisions: visibleRevisions(seen) });
}

function meshOf(read: Found): { readonly mesh: UntypedObject; readonly problem: string } {
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
  return read.ok ? asText(at(read.value, ...path)) : "";
}
