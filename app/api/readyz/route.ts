import { getRuntime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

/** Ready = every cluster has said something, be it that it cannot be reached: pages tell the rest. Whoever asks is nobody: which clusters, and how many, is not said. */
export async function GET(): Promise<Response> {
  const { fleet, statuses } = await getRuntime();
  const waiting = fleet.clusters.some((cluster) => !statuses().some((status) => status.cluster === cluster && status.freshness.kind !== "starting"));
  return waiting ? new Response("waiting for the first answer of a cluster\n", { status: 503 }) : new Response("ok\n");
}
