import { viewerRoute } from "@/lib/server/access/door";
import { type ObjectAddress, readObjectYaml } from "@/lib/server/http/read-object";

export const dynamic = "force-dynamic";

export const GET = viewerRoute<ObjectAddress>((asked) => asked.runtime.deniedReads.audited(asked, "get", () => readObjectYaml(asked.viewer, asked.params)));
