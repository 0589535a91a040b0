import { getRuntime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

/** Ready = every cluster has said something, be it that it cannot be reached: pages tell the rest. */
export async function GET(): Promise<Response> {
  const { fleet, statuses } = await getRuntime();
  const waiting = fleet.clusters.filter((cluster) => !statuses().some((status) => status.cluster === cluster && status.freshness.kind !== "starting"));
  return waiting.length === 0 ? new Response("ok\n") : new Response(`waiting for ${waiting.length} of ${fleet.clusters.length} clusters\n`, { status: 503 });
}
