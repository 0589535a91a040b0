import { getRuntime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

/**
 * 200 once each cluster has answered, refused or been waited for, until the process stops. The lines after the first one name what is missing (lib/server/readiness.ts).
 * Anyone may ask.
 */
export async function GET(): Promise<Response> {
  const { readiness } = await getRuntime();
  const { state } = readiness;
  const missing = readiness.missing();
  if (state === "ready") return new Response(["ok", ...missing, ""].join("\n"));
  const why = state === "stopping" ? "the server stops" : "waiting for the first answer of a cluster";
  return new Response([why, ...missing, ""].join("\n"), { status: 503 });
}
