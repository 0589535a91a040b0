import { viewerRoute } from "@/lib/server/access/door";
import { answerArrival } from "@/lib/server/bundle/answer-arrival";
import type { BundleAddress } from "@/lib/server/bundle/read-group";

export const dynamic = "force-dynamic";

export const GET = viewerRoute<BundleAddress>(answerArrival);
