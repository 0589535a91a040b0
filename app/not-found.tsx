import type { Metadata } from "next";
import { NoSuchPage } from "@/components/shell/no-such-page";
import { visitorPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "No such page" };

export default visitorPage(() => <NoSuchPage />);
