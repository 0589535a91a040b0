import { PolicyReport } from "@/lib/contract/policy-report";
import { visitorRoute } from "@/lib/server/access/door";
import { readBody } from "@/lib/server/http/handler";
import { REPORT_TYPES } from "@/lib/server/http/policy-reports";

export const dynamic = "force-dynamic";

/** What browsers report of pages that broke their policy. Whoever reports it is told nothing. */
export const POST = visitorRoute(async ({ request, runtime: { policyReports } }) => {
  if (policyReports.hasRoom()) policyReports.take(await readBody(request, PolicyReport));
  return new Response(null, { status: 204 });
}, REPORT_TYPES);
