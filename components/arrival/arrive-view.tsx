"use client";

import type { ReactNode } from "react";
import { statementAttributes } from "@/components/state/statement";
import { Crumbs } from "@/components/table/crumbs";
import { Elsewhere } from "@/components/table/elsewhere";
import { useTense } from "@/components/table/use-tense";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { PageSkeleton } from "@/components/ui/page-skeleton";
import { Columns } from "@/components/ui/section";
import { useNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import type { ObjectParams } from "@/lib/contract/url/page-query";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import { type ArrivalStatement, type ArrivalStepStatus, maxFirstReportDelaysMs } from "@/lib/domain/new-group/arrival";
import { arrivalHeadline, hostPortWords, placeWords, stepFactWords } from "@/lib/format/arrival-words";
import { Causes } from "./causes";
import { Handing } from "./handing";
import { StepList } from "./step-list";
import { type Arrival, useArrival } from "./use-arrival";

interface ArriveViewProps extends ObjectParams {
  /** The steps of a new group, of which this is the last. */
  readonly steps: ReactNode;
}

/** Whether the newest machine of a group arrives: live, until it takes traffic, and after. */
export function ArriveView({ steps, cluster, namespace, name }: ArriveViewProps) {
  const place = { cluster, namespace, name };
  const past = usePast();
  const crumbs = [
    { href: pagePaths.groups(`ns=${encodeSegment(namespace)}`), name: namespace },
    { href: pagePaths.group(cluster, namespace, name), name },
  ];
  return (
    <>
      <Crumbs cluster={cluster} steps={crumbs} name="arrive" />
      {steps}
      {past === null ? (
        <LiveArrival {...place} />
      ) : (
        <>
          <Headline small>{titleOf(place)}</Headline>
          <Notice kind="empty" title="An arrival is followed as it happens">
            Of a moment of the past, the page of the group tells what was there.
          </Notice>
        </>
      )}
    </>
  );
}

/** The page's heading, where no arrival can be told. */
function titleOf({ name }: ObjectParams): string {
  return `Arrival in ${name}`;
}

function LiveArrival(place: ObjectParams) {
  const { arrival, problem } = useArrival(place);
  if (arrival !== null) return <ArrivalSteps {...place} arrival={arrival} />;
  if (problem === null) return <PageSkeleton title={titleOf(place)} rows={6} label="Looking for the newest machine" />;
  return (
    <>
      <Headline small>{titleOf(place)}</Headline>
      <Notice kind="error" title="Not known">
        {problem}
      </Notice>
    </>
  );
}

function ArrivalSteps({ cluster, namespace, name, arrival }: ObjectParams & { readonly arrival: Arrival }) {
  const now = useNow();
  const tense = useTense(cluster);
  const { head, checks, machine, steps, waits, sent, notSent } = arrival;
  const probe = head.detail?.probe ?? null;
  const token = checks?.token ?? null;
  const tokensKept = checks?.tokensKept ?? null;
  const firstReport = probe === null ? null : maxFirstReportDelaysMs(probe);
  const statement: ArrivalStatement = {
    ...{ kind: "arrival", group: `${namespace}/${name}`, step: waits?.step ?? "arrived", state: waits?.state ?? "done" },
    ...{ tokenExpiresAt: token?.expiresAt ?? null, areTokensAudited: tokensKept },
    ...{ goodReportWithin: firstReport?.good ?? null, badReportWithin: firstReport?.bad ?? null },
    ...notSent,
    ...{ host: sent[0]?.host ?? "", port: sent[0]?.port ?? null, endpointPort: sent[0]?.endpointPort ?? null },
  };
  const { strong, rest } = arrivalHeadline(statement, { now, tense });
  const { name: machineName = "", controller = "", message = "", serving = "unknown" } = machine ?? {};
  const machineFacts = { machine: machineName, controller, message, serving, hasProbe: probe !== null };
  const facts = { token, tokensKept, ...machineFacts, ...notSent, services: sent.map(hostPortWords), now };
  const factOf = (step: ArrivalStepStatus) => {
    const text = stepFactWords(step, facts);
    if (step.step === "endpoints")
      return <span data-hosts={sent.map(({ host, port, endpointPort }) => `${host}:${port}:${endpointPort}`).join(" ")}>{text}</span>;
    if (step.step !== "connected" || machine === null) return text;
    return (
      <>
        <Link href={pagePaths.entry(cluster, namespace, machine.name, machine.uid)}>{text}</Link>
        <span className="block text-s" data-address={machine.address} data-network={machine.network} data-locality={machine.locality}>
          {placeWords(machine)}
        </span>
      </>
    );
  };
  const isAwaited = waits?.step === "objects" || waits?.step === "token" || waits?.step === "connected";
  return (
    <>
      <div className="mt-6">
        <Headline data={statementAttributes(statement)}>
          <b>{strong}</b> {rest}
        </Headline>
        <ElsewhereOfArrival {...{ cluster, namespace, name }} machine={machine} />
      </div>
      <Columns
        main={
          <StepList
            steps={steps}
            waits={waits}
            factOf={factOf}
            isLive={!tense.past}
            below={
              isAwaited ? (
                <Causes cluster={cluster} namespace={namespace} group={name} checks={checks} problem={arrival.checksProblem} />
              ) : (
                <HealthHint probe={probe} waits={waits} />
              )
            }
          />
        }
        side={<Handing namespace={namespace} name={name} cluster={cluster} row={head.row} />}
      />
    </>
  );
}

/** Elsewhere it is about the machine that arrives; as long as there is none, about its group. */
function ElsewhereOfArrival({ cluster, namespace, name, machine }: ObjectParams & Pick<Arrival, "machine">) {
  const group = { cluster, namespace, group: name };
  if (machine === null) return <Elsewhere about={`group ${name}`} fields={group} />;
  const { name: entry, address, network } = machine;
  return <Elsewhere about={`machine ${entry}`} fields={{ ...group, entry, address, network }} />;
}

/** What is asked on the machine where its health does not come. */
function HealthHint({ probe, waits }: { readonly probe: NonNullable<Arrival["head"]["detail"]>["probe"]; readonly waits: ArrivalStepStatus | null }) {
  if (waits?.step !== "health" || probe === null) return null;
  const address = `${probe.scheme.toLowerCase() || "http"}://${probe.host || "localhost"}:${probe.port ?? ""}${probe.path}`;
  return (
    <p className="text-s text-ink-2 wrap-anywhere">
      {probe.method === "httpGet" && (
        <>
          Unhealthy? Ask the application as the probe does: <code>curl -sS -i {address}</code>, on the machine.{" "}
        </>
      )}
      Silent for good, or “not checked”? The agent was started without the probe: <code>grep -c readinessProbe /etc/istio/config/mesh</code> says 0 then. Make
      the files anew.
    </p>
  );
}
