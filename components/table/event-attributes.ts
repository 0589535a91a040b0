import type { ActivityRow } from "@/lib/contract/answers/history";

/** The values of a recorded event, next to its text. `data-before` and `data-after` hold the values of the changed field. */
export function eventAttributes({ type, kind, namespace, group, name, names, from, to, at, notBefore, count }: ActivityRow) {
  return {
    "data-event": type,
    "data-kind": kind,
    "data-group": group === "" ? undefined : `${namespace}/${group}`,
    "data-names": count === 1 ? name : names.join(" "),
    "data-count": count,
    "data-before": from,
    "data-after": to,
    "data-at": at,
    "data-not-before": notBefore ?? undefined,
  };
}
