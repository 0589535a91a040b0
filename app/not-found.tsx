import type { Metadata } from "next";
import { UnframedPage } from "@/components/session/unframed-page";
import { NoSuchPage } from "@/components/shell/no-such-page";
import { visitorPage } from "@/lib/server/access/door";

export const metadata: Metadata = { title: "No such page" };

export default visitorPage(({ viewer }) => {
  if (viewer !== null) return <NoSuchPage />;
  return (
    <UnframedPage>
      <NoSuchPage />
    </UnframedPage>
  );
});
