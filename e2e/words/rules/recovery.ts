import type { Rule, Said } from "@/e2e/words/rule";
import type { Truth } from "@/e2e/words/truth";

/** For how many whoever looks at a group waits. The moment at which fewer served may be the beginning of the window: nothing happened then. */
export const RECOVERY: readonly Rule[] = [
  { says: "Waiting for {n}: {n} of {n} serve.", check: waits },
  { says: "On the way back: {n} of {n} serve, after {n} at {time}. Waiting for {n}.", undated: true, check: isOnTheWay },
  { says: "{n} served at {time}, {n} now. How many there should be is not known.", undated: true, check: servedMore },
  {
    says: "Back since {time}[ or before]: {n}, as many as before, for [at least ]{span}. How many there should be is not known.",
    check: ({ counts: [serving = 0] }, truth) => serveNow(serving, truth),
  },
];

function waits({ counts: [awaited = 0, serving = 0, all = 0] }: Said, truth: Truth): string | null {
  return areAwaited({ awaited, serving, all }, truth);
}

function isOnTheWay({ counts: [serving = 0, all = 0, fewest = 0, awaited = 0] }: Said, truth: Truth): string | null {
  return fewest < serving ? areAwaited({ awaited, serving, all }, truth) : `${serving} are no more than ${fewest}`;
}

function servedMore({ counts: [most = 0, serving = 0] }: Said, truth: Truth): string | null {
  return most > serving ? serveNow(serving, truth) : `${most} are no more than ${serving}`;
}

function areAwaited({ awaited, serving, all }: { readonly awaited: number; readonly serving: number; readonly all: number }, truth: Truth): string | null {
  if (awaited + serving !== all) return `${awaited} and ${serving} are not ${all}`;
  const { namespace, group } = groupOf(truth);
  const size = truth.sizeOf(namespace, group) ?? 0;
  const holds = truth.sometime((machines) => {
    const own = machines.filter((one) => one.namespace === namespace && one.group === group);
    return own.filter(({ serves }) => serves).length === serving && (size === 0 || all <= Math.max(size, own.length));
  });
  return holds ? null : `never did ${serving} serve of ${all}`;
}

function serveNow(serving: number, truth: Truth): string | null {
  const { namespace, group } = groupOf(truth);
  const holds = truth.sometime((machines) => machines.filter((one) => one.namespace === namespace && one.group === group && one.serves).length === serving);
  return holds ? null : `never did ${serving} serve`;
}

function groupOf({ page }: Truth): { readonly namespace: string; readonly group: string } {
  const [, namespace = "", group = ""] = /groups\/([^/]+)\/([^/?]+)/.exec(page.path) ?? [];
  return { namespace, group };
}
