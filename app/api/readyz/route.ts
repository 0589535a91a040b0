import { getRuntime } from "@/lib/server/runtime";

/** What gave where the API server cannot be asked as often as decisions grow old. */
const RIGHTS_OVERDUE = "what some viewers may see could not be checked within ten seconds: what they see stands still";

export const dynamic = "force-dynamic";

/** Ready = every cluster has said something, be it that it cannot be reached: pages tell the rest. Whoever asks is nobody: which clusters, and how many, is not said. */
export async function GET(): Promise<Response> {
  const { fleet, statuses, signIn } = await getRuntime();
  const waiting = fleet.clusters.some((cluster) => !statuses().some((status) => status.cluster === cluster && status.freshness.kind !== "starting"));
  if (waiting) return new Response("waiting for the first answer of a cluster\n", { status: 503 });
  const { held } = signIn.figures?.() ?? { held: 0 };
  return new Response(held === 0 ? "ok\n" : `ok\n${RIGHTS_OVERDUE}\n`);
}
