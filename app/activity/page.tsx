import type { Metadata } from "next";
import { ActivityView } from "@/components/activity/activity-view";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "Activity" };

export default viewerPage(() => <ActivityView />);
