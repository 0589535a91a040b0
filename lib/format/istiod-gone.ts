import type { Began } from "@/lib/domain/statements/fleet-trouble";
import { formatClock } from "./clock";
import { changesTitle } from "./incident-cause";
import { type NextStepsInput, nextSteps } from "./incident-next";
import { PRESENT, type Tense, type TextContext } from "./text/tense";
import { formatMoment } from "./time-ticks";

/** Returns why machines are unverified if no istiod replica runs. */
export function istiodGoneReason({ since, sinceAtLeast }: Began, { tense, now, zone }: TextContext): string {
  const at = since === null ? "" : formatMoment(since, now, zone);
  if (at !== "" && !sinceAtLeast) return `The last istiod replica ended at ${at}.`;
  const begun = at === "" ? "" : `, since before ${at}`;
  return tense.past ? `No istiod replica ran ${tense.at}.` : `No istiod replica runs${begun}.`;
}

/** The changes before the incident of the missing istiod. Milliseconds. */
type ChangesBefore = Parameters<typeof changesTitle>[0];

/** Returns a sentence about changes before; null = not read yet, or the viewer sees no incident. */
export function istiodGoneChange(changes: ChangesBefore | null): string {
  return changes === null ? "Changes before it are not known." : changesTitle(changes);
}

type StepsInput = Pick<NextStepsInput, "context" | "istiodNamespace"> & { readonly hasChange: boolean };

/** A step of advice with a command that only reads; `command` undefined = there is nothing to run. */
interface AdvisedStep {
  readonly text: string;
  readonly command?: string;
}

/** Returns the steps until one replica is ready. Their commands are those of the incident's page. */
export function istiodGoneSteps({ context, istiodNamespace, hasChange }: StepsInput): readonly AdvisedStep[] {
  const title = { planned: null, state: "open", cause: "istiod-gone", traits: [], values: [], groups: [], moreGroups: 0, message: "" } as const;
  const counts = { machines: 0, failed: 0, unverified: 0 };
  const nothingElse = { mayRollBack: false, changes: [], lastChange: null, services: [], compare: null };
  const { commands } = nextSteps({ context, istiodNamespace, title: { ...title, ...counts }, ...nothingElse });
  return [
    ...commands.map(({ what, command }) => ({ text: `See ${what.charAt(0).toLowerCase()}${what.slice(1)}.`, command })),
    ...(hasChange ? [{ text: "Compare with the change before it." }] : []),
    { text: "Machines reconnect by themselves once a replica is ready." },
  ];
}

/** The effects of a missing istiod. `isHarm`: it hurts callers or machines. */
export interface IstiodGoneEffect {
  readonly text: string;
  readonly isHarm: boolean;
}

/** Returns what works without istiod, and what does not. `lastAt`: the last moment with a replica, null = not known. Milliseconds. */
export function istiodGoneEffects(lastAt: number | null, { past }: Pick<Tense, "past"> = PRESENT, zone: TextContext["zone"]): readonly IstiodGoneEffect[] {
  const endpoints = lastAt === null ? "their last endpoints" : `the endpoints of ${formatClock(lastAt, zone)}`;
  return [
    { text: `Callers ${past ? "kept" : "keep"} ${endpoints}.`, isHarm: false },
    { text: `istiod ${past ? "removed" : "removes"} no machine meanwhile.`, isHarm: false },
    { text: past ? "A machine that failed then stayed an endpoint." : "A machine that fails now stays an endpoint.", isHarm: true },
    { text: `No new machine ${past ? "could" : "can"} register.`, isHarm: true },
  ];
}
