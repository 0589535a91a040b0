import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import { pagePaths } from "@/lib/contract/url/paths";

/** The 404 page: the URL matches no page. */
export function PageNotFound() {
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
