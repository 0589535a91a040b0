"use client";

import { useTense } from "@/components/table/use-tense";
import { useZone } from "@/components/table/use-zone";
import { Headline } from "@/components/ui/headline";
import { useServerNow } from "@/lib/client/clock";
import type { HostDetail } from "@/lib/contract/host";
import { hostHeadline, kubectlPhrase } from "@/lib/format/host/host-headline";

/** Who answers, who matches and does not, and who vanished; below it what the object is, and why kubectl shows no machine. */
export function HostHeadline({ detail }: { readonly detail: HostDetail }) {
  const tense = useTense(detail.cluster);
  const zone = useZone();
  const now = useServerNow();
  const { who, verb, trouble } = hostHeadline({ ...detail, name: shortName(detail) }, tense, now, zone);
  return (
    <Headline
      sub={
        <>
          {detail.kind} · {selectorPhrase(detail)}
          {detail.machines !== null && ` · ${kubectlPhrase(detail.kind, detail.pods?.ready ?? null)}`}
        </>
      }
    >
      {who.map((words, index) => (
        <span key={words}>
          {index > 0 && (index === who.length - 1 ? " and " : ", ")}
          <b>{words}</b>
        </span>
      ))}{" "}
      {verb} <span className="font-normal text-ink-3">{trouble}</span>
    </Headline>
  );
}

/** As people call it: the Service's name, or the host that is shown. */
function shortName({ kind, name, host }: HostDetail): string {
  return kind === "Service" ? name : host;
}

function selectorPhrase({ selector, type, isExternal, kind }: HostDetail) {
  const labels = selector?.map(({ key, value }) => `${key}=${value}`).join(", ");
  return (
    <>
      {selector === null ? (
        "no selector"
      ) : labels === "" ? (
        "a selector without labels"
      ) : (
        <>
          selector <code>{labels}</code>
        </>
      )}{" "}
      · {kind === "Service" ? type : `resolution ${type}`}
      {isExternal && " · MESH_EXTERNAL, so in plain text"}
    </>
  );
}
