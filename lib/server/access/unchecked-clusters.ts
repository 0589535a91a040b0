import { decodeSegment } from "@/lib/contract/url/paths";
import type { Viewer } from "@/lib/domain/source/scope";
import { NOT_CHECKED } from "@/lib/format/session-words";
import { Refusal } from "@/lib/server/http/problem";

const ASK_AGAIN_SECONDS = 5;

/** The clusters that a request of a route names: in its path, or as what it picks. */
export function clustersAsked(request: Pick<Request, "url">, params: unknown): readonly string[] {
  const named = typeof params === "object" && params !== null && "cluster" in params && typeof params.cluster === "string" ? [params.cluster] : [];
  return [...named, ...new URL(request.url).searchParams.getAll("cluster")];
}

/** Refuses with 503 what is asked of a cluster of which it could not be checked what the viewer may see: that is another thing than not to be there. */
export function requireChecked({ held }: Pick<Viewer, "held">, clusters: readonly string[]): void {
  if (held === undefined || !clusters.some((cluster) => held.clusters.has(cluster))) return;
  throw new Refusal(503, NOT_CHECKED.title, NOT_CHECKED.detail, undefined, { retryAfterSeconds: ASK_AGAIN_SECONDS });
}

/** Is this the address of a page of such a cluster? */
export function isUnchecked({ held }: Pick<Viewer, "held">, address: string): boolean {
  if (held === undefined) return false;
  const [, cluster] = /^\/c\/([^/?#]+)/.exec(address) ?? [];
  return cluster !== undefined && held.clusters.has(decodeSegment(cluster));
}
