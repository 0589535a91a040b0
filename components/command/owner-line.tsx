import { NotRenewedLine } from "@/components/table/not-renewed-line";
import { ownerOfRead } from "@/lib/client/object-owner";
import type { Answer } from "@/lib/client/use-answer";
import type { ObjectYaml } from "@/lib/contract/answers/answers";
import { deletedOwnerWords, noOwnerWords, ownerNotKnownWords } from "@/lib/format/new-group/owner-words";

/** Whether a tool keeps an object that is to be deleted, and would make it again. `stored`: the object as it is, or why it cannot be read. */
export function OwnerLine({ stored }: { readonly stored: Answer<ObjectYaml> }) {
  if (stored.kind === "waiting") return <p data-reading="owner">Reading whether a tool keeps it</p>;
  if (stored.kind === "refused") return <p className="text-blind">{ownerNotKnownWords({ problem: stored.problem })}</p>;
  const owner = ownerOfRead(stored.value);
  return (
    <>
      {owner === null ? <p>{noOwnerWords()}</p> : <p className="text-warn">{deletedOwnerWords(owner)}</p>}
      <NotRenewedLine answer={stored} />
    </>
  );
}
