import { answerGroupPlaces } from "@/lib/server/bundle/answer-group-places";
import { unknownPath } from "@/lib/server/http/unknown-path";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

interface Params {
  readonly cluster: string;
}

/** Where nothing may be written, this address answers like any that does not exist. */
export const GET = viewerRoute<Params>(answerGroupPlaces);

export const POST = viewerRoute<Params>(unknownPath);

export const OPTIONS = viewerRoute<Params>(unknownPath);
