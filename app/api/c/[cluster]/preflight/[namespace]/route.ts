import { answerPreflight, type PreflightAddress } from "@/lib/server/bundle/answer-preflight";
import { unknownPath } from "@/lib/server/http/unknown-path";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** Where nothing may be written, this address answers like any that does not exist. */
export const GET = viewerRoute<PreflightAddress>(answerPreflight);

export const POST = viewerRoute<PreflightAddress>(unknownPath);

export const OPTIONS = viewerRoute<PreflightAddress>(unknownPath);
