import { Age } from "@/components/table/times";
import type { FindingRow } from "@/lib/contract/views/findings";
import { SINCE_NOT_KNOWN } from "@/lib/format/findings/since-finding";

/** How long a finding is there; what nobody recorded, or what is not for this reader to know, is not known. */
export function FoundSince({ row: { since } }: { readonly row: FindingRow }) {
  if (since === null) {
    return (
      <span className="text-blind" title={SINCE_NOT_KNOWN}>
        not known
      </span>
    );
  }
  return <Age at={since.at} atLeast={since.notBefore !== null} atMost={since.notBefore} />;
}
