import { formatWindow } from "./history-window";
import { pagePaths } from "./paths";
import { formatQueryValues } from "./query-values";

/** The moments beside a change that its page contains, in milliseconds: clocks differ. */
const AROUND_MS = 60_000;

interface ChangedObject {
  readonly cluster: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly seenAt: number;
}

/** Returns the path of Activity with the changes of an object around a moment, with all their fields. */
export function changeActivityPath({ cluster, kind, namespace, name, seenAt }: ChangedObject): string {
  const ns = kind === "Namespace" ? name : namespace;
  const window = formatWindow({ kind: "between", from: seenAt - AROUND_MS, to: seenAt + AROUND_MS });
  return pagePaths.activity(formatQueryValues({ cluster, ns, q: name, window }));
}
