import { HEALTHY } from "@/lib/server/http/health";

export const dynamic = "force-dynamic";

/** The process answers. In production the server in front says so before a request comes this far. */
export function GET(): Response {
  return new Response(HEALTHY);
}
