"use client";

import type { ReactNode } from "react";
import { NotVerifiedWarning } from "@/components/state/not-verified-warning";
import { statementAttributes } from "@/components/state/statement";
import { NotKnownThen, useObjectTense } from "@/components/table/cluster-then";
import { useZone } from "@/components/table/use-zone";
import { Headline } from "@/components/ui/headline";
import { useServerNow } from "@/lib/client/clock";
import type { ServiceDetail } from "@/lib/contract/views/service";
import { serviceEndpointsStatement } from "@/lib/domain/statements/service";
import { kubectlPhrase, serviceHeadline } from "@/lib/format/host/host-headline";
import { listAtMost } from "@/lib/format/text/lists";
import { externalTls } from "@/lib/format/tls-words";

interface HostHeadlineProps {
  readonly detail: ServiceDetail;
  /** Links to the incidents of its machines. */
  readonly incidents: ReactNode;
}

/** The endpoints of a service, matching machines that are none, and lost ones; below them the object, why kubectl shows no machine, and the incidents. */
export function HostHeadline({ detail, incidents }: HostHeadlineProps) {
  const tense = useObjectTense(detail.cluster);
  const zone = useZone();
  const now = useServerNow();
  const statement = serviceEndpointsStatement({ ...detail, name: shortName(detail) });
  const { who, verb, trouble } = serviceHeadline(statement, tense, now, zone);
  return (
    <Headline
      sub={
        <>
          {detail.kind} · {selectorPhrase(detail)}
          {detail.machines !== null && statement.result !== "slices-not-read" && (
            <>
              {" · "}
              <span data-kubectl-pods={detail.pods?.ready ?? "not-visible"}>{kubectlPhrase(detail.kind, detail.pods?.ready ?? null, statement.addresses)}</span>
            </>
          )}
          {incidents}
        </>
      }
      data={statementAttributes(statement, tense)}
    >
      {who.map((words, index) => (
        <span key={words}>
          {index > 0 && (index === who.length - 1 ? " and " : ", ")}
          <b>{words}</b>
        </span>
      ))}{" "}
      {verb} <span className="font-normal text-ink-3">{trouble}</span>
      {(statement.machines ?? 0) > 0 && <NotVerifiedWarning cluster={detail.cluster} />}
      <NotKnownThen cluster={detail.cluster} />
    </Headline>
  );
}

const NAMES_SHOWN = 3;

/** As people call it: the Service's name, or the host that is shown. */
function shortName({ kind, name, host }: ServiceDetail): string {
  return kind === "Service" ? name : host;
}

function addressesText(label: string, addresses: readonly string[]): string {
  return addresses.length === 0 ? "" : ` · ${label} ${listAtMost(addresses, NAMES_SHOWN, { commas: true })}`;
}

function selectorPhrase({ selector, type, isExternal, callersTls, accepted, acceptsMore, kind, visibility, virtualAddresses, managedBy }: ServiceDetail) {
  const labels = selector?.map(({ key, value }) => `${key}=${value}`).join(", ");
  return (
    <>
      {selector === null ? (
        "no selector"
      ) : labels === "" ? (
        "a selector without labels"
      ) : (
        <>
          selector <code>{labels}</code>
        </>
      )}{" "}
      · {kind === "Service" ? type : `resolution ${type}`}
      {isExternal && ` · MESH_EXTERNAL${externalTls(callersTls)}`}
      {accepted.length > 0 && <span data-accepted={accepted.length}> · callers accept {listAtMost(accepted, NAMES_SHOWN, { commas: true })}</span>}
      {acceptsMore && <span className="text-blind"> · accepted accounts of pods are not visible</span>}
      {addressesText("addresses", virtualAddresses.written)}
      {addressesText("allocated addresses", virtualAddresses.allocated)}
      {managedBy !== "" && <span data-managed-by=""> · managed by {managedBy}</span>}
      {visibility !== "" && <span data-visibility=""> · {visibility}</span>}
    </>
  );
}
