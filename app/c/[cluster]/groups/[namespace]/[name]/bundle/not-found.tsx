import { NoSuchPage } from "@/components/shell/no-such-page";

/** Where nothing may be written there is no such page, whether its group is there or not: it waits for nothing. */
export default function BundleNotFound() {
  return <NoSuchPage />;
}
