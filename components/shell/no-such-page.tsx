import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import { pagePaths } from "@/lib/contract/url/paths";

/** What an address says where there is no page, and is none later either. */
export function NoSuchPage() {
  return (
    <>
      <Headline
        data={{ "data-statement": "no-such-page" }}
        sub="Machines and groups have addresses of the form /c/CLUSTER/entries/NAMESPACE/NAME and /c/CLUSTER/groups/NAMESPACE/NAME."
      >
        There is no page at this address.
      </Headline>
      <div className="mt-5 flex gap-2">
        <Link href={pagePaths.fleet()} className={buttonClass("primary")}>
          Fleet
        </Link>
        <Link href={pagePaths.entries()} className={buttonClass()}>
          Entries
        </Link>
      </div>
    </>
  );
}
