import { encodeSegment } from "@/lib/contract/url/paths";
import { gracePeriodFact, type LimitSettings, maxConnectionAgeFact } from "@/lib/domain/mesh/connection-limits";
import type { Fact } from "@/lib/domain/mesh/world";
import type { VisibleIstiods } from "@/lib/domain/new-group/istiod-for-machines";
import { factSourceWords } from "@/lib/format/bundle-words";
import { standInIdentity } from "@/lib/server/kube/parse/identity";
import { parseIstiodDeployment } from "@/lib/server/kube/parse/istiod-deployment";
import { parseIstiodPod } from "@/lib/server/kube/parse/istiod-pod";
import { field, list } from "@/lib/server/kube/parse/json";
import type { Found, PublicReader } from "./found";

/** The istiods of a cluster as they are now. */
export interface IstiodsRead {
  readonly pods: Found;
  readonly seen: VisibleIstiods;
  /** Where they were read and with whose rights, as a phrase; "" = nowhere. */
  readonly source: string;
  readonly readBy: readonly ("viewer" | "server")[];
  /** Why one of both kinds could not be read, in the API server's words. */
  readonly unread: readonly string[];
  readonly waits: IstiodWaits;
}

/** How long istiod waits for machines, in milliseconds; denied where none of it can be read. */
interface IstiodWaits {
  readonly grace: Fact<number>;
  /** null = unlimited. */
  readonly maxAge: Fact<number | null>;
}

/** Reads istiod's Pods and Deployments. */
export async function readIstiods(reader: PublicReader, istioNamespace: string): Promise<IstiodsRead> {
  const place = `namespaces/${encodeSegment(istioNamespace)}`;
  const query = `labelSelector=${encodeSegment("app=istiod")}&limit=500`;
  const [pods, deployments] = await Promise.all([reader.read(`/api/v1/${place}/pods?${query}`), reader.read(`/apis/apps/v1/${place}/deployments?${query}`)]);
  const read = [
    { found: pods, what: "Pods" },
    { found: deployments, what: "Deployments" },
  ];
  const seenPods = itemsOf(pods)?.map((raw, index) => parseIstiodPod(raw, standInIdentity(raw, index), reader.cluster)) ?? null;
  const seenDeployments = itemsOf(deployments)?.map((raw, index) => parseIstiodDeployment(raw, standInIdentity(raw, index), reader.cluster)) ?? null;
  const unread = read.flatMap(({ found, what }) => (found.ok ? [] : `${what} of istiod in ${istioNamespace} could not be read: ${found.error.message}`));
  return {
    pods,
    seen: { pods: seenPods, deployments: seenDeployments?.map(({ told }) => told) ?? null },
    source: read.flatMap(({ found, what }) => (found.ok ? factSourceWords({ place: `${what} of istiod in ${istioNamespace}`, by: found.by }) : [])).join("; "),
    readBy: [...new Set(read.flatMap(({ found }) => (found.ok ? [found.by] : [])))],
    unread,
    waits: waitsOf(seenPods?.map(({ replica }) => replica) ?? null, seenDeployments, unread.join("; ")),
  };
}

/** Only what was read for this viewer is told: the server's own watch may know more than he may. null = could not be read, for the reason `why`. */
function waitsOf(pods: readonly LimitSettings[] | null, deployments: readonly LimitSettings[] | null, why: string): IstiodWaits {
  if (pods === null && deployments === null) return { grace: { kind: "denied", source: why }, maxAge: { kind: "denied", source: why } };
  return { grace: gracePeriodFact(pods ?? [], deployments ?? []), maxAge: maxConnectionAgeFact(pods ?? [], deployments ?? []) };
}

function itemsOf(found: Found): readonly unknown[] | null {
  return found.ok ? list(field(found.value, "items")) : null;
}
