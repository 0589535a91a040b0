import type { EndpointDeletionImpact } from "@/lib/contract/answers/deletion";
import { impactHostWords, impactZonesWords, moreHostsWords, unseenImpactWords } from "@/lib/format/write-words";

/** The hosts and places that lose endpoints by a deletion, and what is not in sight. */
export function EndpointLosses({ lost }: { readonly lost: EndpointDeletionImpact }) {
  const [more, zones, unseen] = [moreHostsWords(lost), impactZonesWords(lost), unseenImpactWords(lost)];
  return (
    <>
      {lost.hosts.length === 0 && <p>No host in your sight loses an endpoint.</p>}
      {lost.hosts.length > 0 && (
        <ul aria-label="Hosts that lose endpoints" className="list-disc pl-5 text-ink">
          {lost.hosts.map((host) => (
            <li
              key={`${host.kind} ${host.namespace} ${host.name}`}
              data-service={host.host}
              data-before={host.before}
              data-after={host.after}
              data-pods={host.pods ?? undefined}
              className="wrap-anywhere"
            >
              {impactHostWords(host)}
            </li>
          ))}
        </ul>
      )}
      {more !== "" && <p>{more}</p>}
      {zones !== "" && (
        <p data-zones={lost.zones.map(({ zone }) => zone || "none").join(" ")} data-counts={lost.zones.map((one) => one.lost).join(" ")}>
          {zones}
        </p>
      )}
      {unseen !== "" && <p>{unseen}</p>}
    </>
  );
}
