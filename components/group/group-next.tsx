"use client";

import { Section } from "@/components/ui/section";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import { isTrouble } from "@/lib/domain/verdict/verdict";
import { stateExplanation } from "@/lib/format/state-explanations";
import { formatNumber } from "@/lib/format/text/numbers";
import { GroupCountdowns } from "./group-countdowns";

interface GroupNextProps {
  readonly row: GroupRow;
  readonly detail: SingleGroupHead["detail"];
}

/** What Istio does next with the group's machines in trouble, and what a person can do; nothing where none is in trouble. */
export function GroupNext({ row, detail }: GroupNextProps) {
  if (row.state === null || !isTrouble(row.state)) return null;
  const { word, next, todo } = stateExplanation(row.state, true);
  const looked = detail?.nextOf ?? 0;
  return (
    <Section name="next" title="Next" aside={`for those ${word.toLowerCase()}`} id="next">
      {detail !== null && detail.next.length > 0 && <GroupCountdowns cluster={row.cluster} next={detail.next} />}
      {looked >= MOST_LOOKED_AT && <p className="mt-1 text-s text-ink-3">{`Of ${formatNumber(looked)} machines in trouble; the others were not looked at.`}</p>}
      <dl className="mt-2.5 grid gap-x-[34px] gap-y-2 desk:grid-cols-2">
        <div>
          <dt className="text-s text-ink-3">What Istio does</dt>
          <dd>{next}</dd>
        </div>
        <div>
          <dt className="text-s text-ink-3">What to do</dt>
          <dd>{todo}</dd>
        </div>
      </dl>
    </Section>
  );
}

/** The server looks at so many. */
const MOST_LOOKED_AT = 500;
