"use client";

import { clsx } from "clsx";
import { Sentence } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { Link } from "@/lib/client/page-link";
import { useIsWall } from "@/lib/client/use-is-wall";
import { pagePaths } from "@/lib/contract/url/paths";
import type { IncidentLine } from "@/lib/domain/statements/fleet-incidents";
import type { TroubleSentence } from "@/lib/format/fleet-trouble";

interface TroubleLineProps {
  readonly trouble: IncidentLine["trouble"];
  readonly text: TroubleSentence;
}

/** The second line of the headline: the worst trouble, with a link on its subject. No link on a wall display. */
export function HeadlineTroubleLine({ trouble, text: { before, loud, after, tone } }: TroubleLineProps) {
  const isWall = useIsWall();
  const address = addressOf(trouble);
  const subject = <span className={toneText[tone]}>{loud}</span>;
  return (
    <Sentence key={address} of={trouble} className={clsx(tone === "idle" && loud === "" && "text-ink-3")}>
      {before}
      {address === null || isWall ? (
        subject
      ) : (
        <Link href={address} prefetch={false} className="hover:no-underline">
          {subject}
        </Link>
      )}
      {after}
    </Sentence>
  );
}

/** The page of the incident, or of the subject; null = none. */
function addressOf(trouble: IncidentLine["trouble"]): string | null {
  if ("incident" in trouble) return pagePaths.incident(trouble.incident);
  switch (trouble.kind) {
    case "service-without-endpoint":
      return pagePaths.host(trouble.cluster, trouble.object, trouble.namespace, trouble.service);
    case "istiod-gone":
    case "unverified-since-rollout":
    case "not-verified":
      return pagePaths.controlPlane();
    case "fleet-worst-group":
    case "group-deleted":
      return trouble.group === "" ? null : pagePaths.group(trouble.cluster, trouble.namespace, trouble.group);
    case "fleet-worst-machine":
      return pagePaths.entry(trouble.cluster, trouble.namespace, trouble.machine);
    default:
      return null;
  }
}
