import type { ProbeTimes, Span } from "@/lib/domain/new-group/probe-times";

/** When callers stop and begin again to be sent to a machine, in words. */
export function probeSentence({ applicationOut, applicationBack, machineOut, bothOut }: ProbeTimes): string {
  const machine = `A machine that dies stays listed for up to ${time(machineOut.most)}, up to ${time(bothOut.most)} if its istiod dies with it.`;
  if (applicationOut === null || applicationBack === null) {
    return `Nothing checks the application: callers are sent to a machine as soon as it is connected, whether it answers or not. ${machine}`;
  }
  return `An application that stops answering is out ${within(applicationOut)} and back ${within(applicationBack)}. ${machine}`;
}

function within({ least, most }: Span): string {
  return least === 0 ? `within ${time(most)}` : `within ${least < 120 && most < 120 ? least : time(least)} to ${time(most)}`;
}

function time(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
