import { answerArrival } from "@/lib/server/bundle/answer-arrival";
import type { BundleAddress } from "@/lib/server/bundle/read-group";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

export const GET = viewerRoute<BundleAddress>(answerArrival);
