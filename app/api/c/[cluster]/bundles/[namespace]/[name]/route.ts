import { answerBundle, answerBundleStart } from "@/lib/server/bundle/answer-bundle";
import type { BundleAddress } from "@/lib/server/bundle/read-group";
import { unknownPath } from "@/lib/server/http/unknown-path";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** Where nothing may be written, this address answers like any that does not exist. */
export const GET = viewerRoute<BundleAddress>(answerBundleStart);

export const POST = viewerRoute<BundleAddress>(answerBundle);

export const OPTIONS = viewerRoute<BundleAddress>(unknownPath);
