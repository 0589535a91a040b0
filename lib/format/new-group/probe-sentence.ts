import type { IstiodDelays, ProbeDelays, SecondsRange } from "@/lib/domain/new-group/probe";
import { formatRounded, SECOND_MS } from "@/lib/format/text/duration";

/** When callers stop and begin again to be sent to a machine, in words. */
export function probeSentence({ applicationOut, applicationBack, machineOut, bothOut, machineBack, firstAfter }: ProbeDelays): string {
  const both = bothOut === null ? "for good" : `up to ${time(bothOut.most)}`;
  const back = machineBack === null ? "back as soon as it is connected" : `back ${within(machineBack)} of its agent's start`;
  const delay = firstAfter > 0 ? `, which first waits ${time(firstAfter)}` : "";
  const machine = `A machine that dies stays listed for up to ${time(machineOut.most)}, ${both} if its istiod dies with it. When it starts again it is ${back}${delay}.`;
  if (applicationOut === null || applicationBack === null) {
    return `Nothing checks the application: callers are sent to a machine as soon as it is connected, whether it answers or not. ${machine}`;
  }
  return `An application that stops answering is out ${within(applicationOut)} and back ${within(applicationBack)}. ${machine}`;
}

/** What the times of a probe rest on. `isKnown`: it was read of istiod. */
export function waitsWords({ graceSeconds, maxAgeSeconds, isKnown }: IstiodDelays & { readonly isKnown: boolean }): string {
  const age = maxAgeSeconds === null ? "connections without an end" : `connections of at most ${time(maxAgeSeconds)}`;
  const settings = `a grace period of ${time(graceSeconds)}, and ${age}`;
  return isKnown ? `By this istiod's settings: ${settings}.` : `Assumed, as not all of istiod's settings are known here: ${settings}.`;
}

function within({ least, most }: SecondsRange): string {
  return least === 0 ? `within ${time(most)}` : `within ${least < 120 && most < 120 ? Math.round(least) : time(least)} to ${time(most)}`;
}

function time(seconds: number): string {
  return formatRounded(seconds * SECOND_MS);
}
