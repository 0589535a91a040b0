import { Link } from "@/lib/client/page-link";
import { pagePaths } from "@/lib/contract/url/paths";

interface IncidentKeyProps {
  /** Undefined = none: shows nothing. */
  readonly incidentKey: string | undefined;
  /** True after another text in the same line. */
  readonly follows: boolean;
}

/** Links to an incident by its key, in a quiet line of a row: "incident q7fd". */
export function IncidentKey({ incidentKey, follows }: IncidentKeyProps) {
  if (incidentKey === undefined) return null;
  return (
    <span data-incident={incidentKey} className="whitespace-nowrap text-ink-3">
      {follows && " · "}
      incident{" "}
      <Link href={pagePaths.incident(incidentKey)} prefetch={false} className="font-mono text-s text-accent">
        {incidentKey}
      </Link>
    </span>
  );
}
