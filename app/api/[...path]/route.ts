import { unknownPath } from "@/lib/server/http/unknown-path";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

interface Params {
  readonly path: string[];
}

export const GET = viewerRoute<Params>(unknownPath);
export const POST = viewerRoute<Params>(unknownPath);
export const OPTIONS = viewerRoute<Params>(unknownPath);
