"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { CellSquare } from "@/components/state/cell-square";
import { statementAttributes } from "@/components/state/statement";
import { useUnconfiguredText } from "@/components/table/use-unconfigured";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { useStatus } from "@/lib/client/status";
import { useViewer } from "@/lib/client/viewer";
import { pagePaths } from "@/lib/contract/url/paths";
import type { FleetHead } from "@/lib/contract/views/fleet";
import { fleetEmpty } from "@/lib/domain/statements/fleet";
import { connectedText } from "@/lib/format/reached-clusters";
import { HeadlineBar } from "./headline-bar";

const LOOK = "kubectl get workloadgroups,workloadentries --all-namespaces";
const CREATE = "istioctl x workload group create --name my-group --namespace my-namespace --labels app=my-app --serviceAccount my-account";

interface EmptyFleetProps extends Pick<FleetHead, "istiod"> {
  /** True if the selected clusters and namespaces have no machines. */
  readonly filtered: boolean;
}

/** The page of a fleet without machines: steps to add the first one, and an example. */
export function EmptyFleet({ filtered, istiod }: EmptyFleetProps) {
  return filtered ? <NoneChosen /> : <NoMachines istiod={istiod} />;
}

function NoneChosen() {
  const unconfigured = useUnconfiguredText(useSearchParams().getAll("cluster"));
  return (
    <>
      <Headline data={statementAttributes(fleetEmpty(true))}>No machine here.</Headline>
      <Notice
        kind={unconfigured === null ? "empty" : "not-found"}
        title={unconfigured ?? "The chosen clusters and namespaces have no group and no entry"}
        actions={
          <Link href={pagePaths.fleet()} className={buttonClass()}>
            Show everything
          </Link>
        }
      />
    </>
  );
}

function NoMachines({ istiod }: Pick<FleetHead, "istiod">) {
  const connected = connectedText(useLiveClusters(), istiod);
  const { mayWrite } = useViewer();
  const isOnCall = usePathname() === pagePaths.onCall();
  const isPast = usePast() !== null;
  return (
    <>
      <HeadlineBar
        headline={
          <Headline wide data={statementAttributes(fleetEmpty(false))}>
            No machines yet.
            <span className="block font-normal text-ink-3">{connected}</span>
          </Headline>
        }
        actions={
          mayWrite &&
          !isOnCall &&
          !isPast && (
            <Link href={pagePaths.newGroup("ready")} className={buttonClass("primary", "max-desk:hidden")}>
              New group
            </Link>
          )
        }
      />
      <ol className="mt-6 grid grid-cols-1 rounded-float border border-line-2 bg-raised desk:grid-cols-3">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="border-line-2 p-4 not-first:border-t desk:not-first:border-t-0 desk:not-first:border-l">
            <h2 className="text-l font-medium">{`${index + 1} · ${title}`}</h2>
            <p className="mt-1 text-ink-2">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-ink-2">
        On the command line: <Line command={CREATE} /> prints a WorkloadGroup to apply.
      </p>
      <p className="mt-2 text-ink-2">
        If you expected machines, see the API server&apos;s list: <Line command={LOOK} />
      </p>
      <Section name="example" title="What appears here" aside="an example">
        <Example />
        <p className="mt-2 text-s text-ink-3">A cell is a machine. Red: its health check fails. Outline: it is lost.</p>
      </Section>
    </>
  );
}

const STEPS = [
  { title: "Create a group", text: "A group is the template of its machines: account, ports and probe." },
  { title: "Install the agent", text: "Stolos makes the files for each machine, with a token for one hour." },
  { title: "The machine registers", text: "It appears here within seconds. Its first health report decides whether it gets traffic." },
] as const;

function useLiveClusters(): readonly string[] {
  return useStatus().clusters.flatMap(({ cluster, freshness }) => (freshness.kind === "live" ? [cluster] : []));
}

const EXAMPLE = [
  { namespace: "shop", group: "checkout", trouble: "2 unhealthy", cells: ["cell-bad", "cell-bad"], machines: 24 },
  { namespace: "edge", group: "gateway", trouble: "1 lost", cells: ["cell-gone"], machines: 30 },
] as const;

/** An example of a small fleet, with a dashed border because its machines are made up. */
function Example() {
  return (
    <div aria-hidden="true" className="mt-3 max-w-[760px] rounded-control border border-dashed border-line-2 px-4 py-1">
      {EXAMPLE.map(({ namespace, group, trouble, cells, machines }) => (
        <div key={group} className="flex gap-x-6 border-line py-2.5 font-mono text-s text-ink-2 not-first:border-t">
          <span className="w-20">{namespace}</span>
          <span>
            {group} <span className="text-bad">{trouble}</span>
            <span className="mt-1 grid grid-flow-col grid-rows-3 gap-[1.5px] opacity-75">
              {Array.from({ length: machines }, (_, index) => `vm-${index + 1}`).map((name, index) => (
                <CellSquare key={name} kind={cells[index] ?? "cell-good"} />
              ))}
            </span>
          </span>
        </div>
      ))}
    </div>
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
