import { encoded } from "@/lib/contract/paths";
import type { IstiodsSeen } from "@/lib/domain/new-group/istiod-for-machines";
import { factSourceWords } from "@/lib/format/bundle-words";
import { standInIdentity } from "@/lib/server/kube/parse/identity";
import { parseIstiodDeployment } from "@/lib/server/kube/parse/istiod-deployment";
import { parseIstiodPod } from "@/lib/server/kube/parse/istiod-pod";
import { field, list } from "@/lib/server/kube/parse/json";
import type { Found, PublicReader } from "./found";

/** The istiods of a cluster as they are now. */
export interface IstiodsRead {
  readonly pods: Found;
  readonly seen: IstiodsSeen;
  /** Where they were read and with whose rights, as a phrase; "" = nowhere. */
  readonly source: string;
  /** Why one of both kinds could not be read, in the API server's words. */
  readonly unread: readonly string[];
}

/** Reads istiod's Pods and Deployments. */
export async function readIstiods(reader: PublicReader, istioNamespace: string): Promise<IstiodsRead> {
  const place = `namespaces/${encoded(istioNamespace)}`;
  const query = `labelSelector=${encoded("app=istiod")}&limit=500`;
  const [pods, deployments] = await Promise.all([reader.read(`/api/v1/${place}/pods?${query}`), reader.read(`/apis/apps/v1/${place}/deployments?${query}`)]);
  const read = [
    { found: pods, what: "Pods" },
    { found: deployments, what: "Deployments" },
  ];
  return {
    pods,
    seen: {
      pods: itemsOf(pods)?.map((raw, index) => parseIstiodPod(raw, standInIdentity(raw, index))) ?? null,
      deployments: itemsOf(deployments)?.map((raw, index) => parseIstiodDeployment(raw, standInIdentity(raw, index)).told) ?? null,
    },
    source: read.flatMap(({ found, what }) => (found.ok ? factSourceWords({ place: `${what} of istiod in ${istioNamespace}`, by: found.by }) : [])).join("; "),
    unread: read.flatMap(({ found, what }) => (found.ok ? [] : `${what} of istiod in ${istioNamespace} could not be read: ${found.error.message}`)),
  };
}

function itemsOf(found: Found): readonly unknown[] | null {
  return found.ok ? list(field(found.value, "items")) : null;
}
