"use client";

import type { ReactNode } from "react";
import { Fact, Facts, None, ReadAs } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { pagePaths } from "@/lib/contract/url/paths";
import { addressReachPhrase } from "@/lib/format/address-reach-words";
import { localityNote } from "@/lib/format/workload-words";
import type { EntryWithDetail } from "./use-last-seen";

/** The label that Istio and kubectl show as the version of a workload (docs/istio.md#labels). */
const VERSION_LABEL = "version";

/** Address, locality, network and version of the machine. An address is never cut. `children`: links to external tools. */
export function EntryMachineFacts({ row, detail, children }: EntryWithDetail & { readonly children?: ReactNode }) {
  if (row.state === "unreadable") return <UnreadableMachine>{children}</UnreadableMachine>;
  const version = detail.labels.find(({ key }) => key === VERSION_LABEL)?.value ?? "";
  return (
    <Section name="machine" title="Machine">
      <Facts>
        <Fact field="address" name="address" mono>
          {row.address || <None>{noAddress({ row, detail })}</None>}
        </Fact>
        {row.host !== "" && (
          <Fact field="host" name="host" mono>
            {row.host}
          </Fact>
        )}
        <Fact field="network" name="network" mono>
          {row.network || <None>not set</None>}
        </Fact>
        <Fact field="locality" name="locality" mono>
          {row.locality || <None>not set</None>}
        </Fact>
        <ReadAs field="locality-reading" note={localityNote({ locality: row.locality, from: detail.localityFrom, byVersion: detail.localityByVersion })} />
        <Fact field="replica" name="replica" mono>
          {row.controller || <None>none</None>}
          {detail.replica?.zone && <span className="text-ink-3"> in {detail.replica.zone}</span>}
        </Fact>
        <Fact field="account" name="account" mono>
          {detail.serviceAccount || <None>not set</None>}
        </Fact>
        <Fact field="version" name="version" mono>
          {version || <None>no label version</None>}
        </Fact>
        <Fact field="group" name="group">
          <GroupOfMachine row={row} detail={detail} />
        </Fact>
      </Facts>
      {children}
    </Section>
  );
}

/** Nothing is known of a machine whose object cannot be read. */
function UnreadableMachine({ children }: { readonly children: ReactNode }) {
  return (
    <Section name="machine" title="Machine">
      <p className="mt-2.5 text-blind">Not known: the object cannot be read. Its YAML has all values.</p>
      {children}
    </Section>
  );
}

function GroupOfMachine({ row, detail }: EntryWithDetail) {
  if (row.group === "")
    return (
      <span data-membership={detail.membership} className="text-ink-3">
        no group
      </span>
    );
  return (
    <>
      <Link href={pagePaths.group(row.cluster, row.namespace, row.group)} prefetch={false} className="font-mono text-s">
        {row.group}
      </Link>
      <span data-membership={detail.membership} className="text-warn">
        {detail.membership === "annotated" && " · no owner reference"}
        {detail.membership === "owner-differs" && " · its annotation names another group"}
        {!detail.groupExists && " · no such WorkloadGroup is visible"}
      </span>
    </>
  );
}

function noAddress({ row: { network }, detail: { addressReach: reach } }: EntryWithDetail): string {
  return reach === null ? "none" : `none: ${addressReachPhrase({ network, reach })}`;
}
