import { viewerRoute } from "@/lib/server/access/door";

export const dynamic = "force-dynamic";

/** The team's views of the clusters that the viewer sees. They are links to lists, and tell nothing of what these hold. */
export const GET = viewerRoute(({ viewer, runtime: { readTeamViews } }) => readTeamViews([...viewer.scope.clusters.keys()]));
