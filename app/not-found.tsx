import type { Metadata } from "next";
import { PageNotFound } from "@/components/shell/page-not-found";
import { visitorPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "No such page" };

export default visitorPage(() => <PageNotFound />);
