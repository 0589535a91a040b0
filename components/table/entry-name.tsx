import { pagePaths } from "@/lib/contract/url/paths";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import { PhoneWhy } from "./entry-why";
import { NameLink } from "./name-link";

/** The name of a machine in a row, with a link to its page. A phone shows the reason below it. */
export function EntryName({ row }: { readonly row: EntryRow }) {
  const { cluster, namespace, name, uid } = row;
  return <NameLink cluster={cluster} href={pagePaths.entry(cluster, namespace, name, uid)} name={name} long under={<PhoneWhy row={row} />} />;
}
