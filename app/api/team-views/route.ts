import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** The team's views of the clusters that the viewer sees, but for those that name a place out of his sight. */
export const GET = viewerRoute(({ viewer, runtime: { readTeamViews } }) => readTeamViews(viewer.scope));
