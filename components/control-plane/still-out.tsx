"use client";

import { StateIcon } from "@/components/state/state-icon";
import { useZone } from "@/components/table/use-zone";
import { Folded } from "@/components/ui/folded";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import type { UnreconnectedMachine, WireReconnectionOutcome } from "@/lib/contract/answers/rollouts";
import { pagePaths } from "@/lib/contract/url/paths";
import { causeWords } from "@/lib/format/cause-words";
import { missingWords } from "@/lib/format/control-plane/missing-words";
import { missingOf, outcomeWord } from "@/lib/format/control-plane/rollout-words";
import { joinParts } from "@/lib/format/text/lists";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { shortLocality } from "@/lib/format/workload-words";

const FIRST = 12;

/** The machines that are not back, where each was, and what istiod does with its entry. */
export function StillOut({ board }: { readonly board: WireReconnectionOutcome }) {
  return (
    <Section name="missing-machines" title={board.isOver ? "Was out" : "Still out"} aside={formatNumber(missingOf(board))}>
      <Folded items={board.missing} first={FIRST} what="machines">
        {(machines) => (
          <ul className="mt-1">
            {machines.map((machine) => (
              <Missing key={machine.id} machine={machine} />
            ))}
          </ul>
        )}
      </Folded>
      {board.moreMissing > 0 && <p className="mt-2 text-s text-ink-3">{plural(board.moreMissing, "machine")} more; the file has all.</p>}
    </Section>
  );
}

function Missing({ machine }: { readonly machine: UnreconnectedMachine }) {
  const zone = useZone();
  const { outcome, state, cause } = machine;
  const words = useOfNow((now) => missingWords(machine, now, zone));
  const place = joinParts([shortLocality(machine.locality), machine.network], " · ");
  return (
    <li
      data-machine={machine.name}
      data-replica={machine.replica}
      data-outcome={outcome}
      className="grid grid-cols-[13px_minmax(0,1fr)] gap-x-2 border-b border-line py-1.5"
    >
      <StateIcon
        state={outcome === "vanished" ? "vanished" : state}
        className={`mt-[3px] ${state === "unverified" && outcome !== "vanished" ? "text-blind" : "text-bad"}`}
      />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Link
            href={pagePaths.entry(machine.cluster, machine.namespace, machine.name, machine.uid)}
            prefetch={false}
            title={machine.name}
            className="min-w-0 truncate font-mono text-s max-desk:py-2"
          >
            {machine.name}
          </Link>
          <span className="min-w-0 truncate text-xs text-ink-3">
            {machine.namespace} / {machine.group || "no group"}
          </span>
        </div>
        <p className="text-s text-ink-2">
          {outcomeWord(outcome)}
          {outcome === "vanished" && cause !== "" && `: ${causeWords(cause)}`}
          {words !== "" && `, ${words}`}
        </p>
        <p className="truncate font-mono text-xs text-ink-3" title={`${place} · ${machine.replica}`}>
          {place === "" ? "" : `${place} · `}was held by {machine.replica}
        </p>
      </div>
    </li>
  );
}
