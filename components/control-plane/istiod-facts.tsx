"use client";

import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { TableHeads } from "@/components/ui/table-heads";
import type { ClusterControlPlane, WireIstiodSetting } from "@/lib/contract/views/control-plane";
import { factPhrase, ratePhrase, rejectedConfigText } from "@/lib/format/control-plane/facts-line";

/** The maximum age, the grace period, the rate of reconnections and what istiod is told, each with its source. */
export function IstiodFacts({ clusters }: { readonly clusters: readonly ClusterControlPlane[] }) {
  return clusters.map((one) => (
    <Section
      name={`istiod-facts-${one.cluster}`}
      key={one.cluster}
      title={clusters.length > 1 ? `What istiod is told in ${one.cluster}` : "What istiod is told"}
    >
      <Facts>
        <Fact field="maximum-age" name="maximum age of a connection">
          <Told kind={one.maxAge.kind}>{factPhrase(one.maxAge)}</Told>
        </Fact>
        <Fact field="grace-period" name="grace period">
          <Told kind={one.grace.kind}>{factPhrase(one.grace)}</Told>
        </Fact>
        <Fact field="reconnections" name="reconnections">
          <span className={one.rate.kind === "more" ? "text-warn" : ""}>{ratePhrase(one.rate)}</span>
        </Fact>
        {one.rejectedConfig.length > 0 && (
          <Fact field="rejected-config" name="mesh configuration">
            {one.rejectedConfig.map((rejected) => (
              <p key={`${rejected.configMap} ${rejected.key}`} className="text-warn">
                {rejectedConfigText(rejected)}
              </p>
            ))}
          </Fact>
        )}
        {one.flags === null && (
          <Fact field="settings" name="settings">
            <span className="text-blind">istiod's Pods and Deployments are not visible, or were not recorded.</span>
          </Fact>
        )}
      </Facts>
      {one.flags !== null && <Flags flags={one.flags} />}
    </Section>
  ));
}

function Told({ kind, children }: { readonly kind: WireIstiodSetting["kind"]; readonly children: string }) {
  return <span className={kind === "known" ? "" : kind === "assumed" ? "text-warn" : "text-blind"}>{children}</span>;
}

function Flags({ flags }: { readonly flags: readonly WireIstiodSetting[] }) {
  return (
    <details className="mt-2.5">
      <summary className="text-s text-ink-2 max-desk:min-h-11">Settings, each with its source</summary>
      <div className="overflow-x-auto">
        <table className="table">
          <caption className="sr-only">What istiod is told</caption>
          <TableHeads of={["revision", "setting", "value", "source"]} />
          <tbody>
            {flags.map(({ revision, name, value, kind, source }) => (
              <tr key={`${revision} ${name}`}>
                <td className="font-mono text-s">{revision}</td>
                <td className="font-mono text-s">{name}</td>
                <td className="font-mono text-s">{value || "—"}</td>
                <td className="wide">
                  <Told kind={kind}>{kind === "known" ? source : `${kind}: ${source}`}</Told>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
