import { statementAttributes } from "@/components/state/statement";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Link } from "@/lib/client/page-link";
import { pagePaths } from "@/lib/contract/url/paths";
import { fleetEmpty } from "@/lib/domain/statements/fleet";

const LOOK = "kubectl get workloadgroups,workloadentries --all-namespaces";
const CREATE = "istioctl x workload group create --name my-group --namespace my-namespace --labels app=my-app --serviceAccount my-account";

/** A fleet without a single machine, and how the first one comes. */
export function EmptyFleet({ filtered }: { readonly filtered: boolean }) {
  if (filtered) {
    return (
      <>
        <Headline data={statementAttributes(fleetEmpty(filtered))}>No machine here.</Headline>
        <Notice
          kind="empty"
          title="The chosen clusters and namespaces have no group and no entry"
          actions={
            <Link href={pagePaths.fleet()} className={buttonClass()}>
              Show everything
            </Link>
          }
        />
      </>
    );
  }
  return (
    <>
      <Headline data={statementAttributes(fleetEmpty(filtered))} sub="There is no WorkloadGroup and no WorkloadEntry in sight.">
        No machine yet.
      </Headline>
      <Notice kind="empty" title="How the first machine comes">
        <ol className="grid list-decimal gap-2 pl-5">
          <li>
            Describe a group: <Line command={CREATE} /> prints a WorkloadGroup to apply.
          </li>
          <li>Make the machine&apos;s bundle with istioctl x workload entry configure, and start the agent on it.</li>
          <li>istiod registers the machine when its agent connects. It appears here by itself.</li>
        </ol>
        <p className="mt-3">
          If you expected machines, see what the API server has: <Line command={LOOK} />
        </p>
      </Notice>
    </>
  );
}

function Line({ command }: { readonly command: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1 rounded-small bg-paper px-1.5">
      <code className="text-s break-all text-ink">{command}</code>
      <CopyButton text={command} label="Copy command" />
    </span>
  );
}
