import { CspReport } from "@/lib/contract/answers/csp-report";
import { readBody } from "@/lib/server/http/handler";
import { reportRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** What browsers report of pages that broke their policy. Whoever reports it is told nothing. */
export const POST = reportRoute(async ({ request, runtime: { policyReports } }) => {
  if (policyReports.hasRoom()) policyReports.take(await readBody(request, CspReport));
  return new Response(null, { status: 204 });
});
