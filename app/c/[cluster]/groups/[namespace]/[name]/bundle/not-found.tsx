import { PageNotFound } from "@/components/shell/page-not-found";

/** Where nothing may be written there is no such page, whether its group is there or not: it waits for nothing. */
export default function BundleNotFound() {
  return <PageNotFound />;
}
