import { type ObjectAddress, readObjectEvents } from "@/lib/server/http/read-object";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

export const GET = viewerRoute<ObjectAddress>((asked) =>
  asked.runtime.deniedReads.audited(asked, "list events of", () => readObjectEvents(asked.viewer, asked.params)),
);
