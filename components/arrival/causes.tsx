import { CopyButton } from "@/components/ui/copy-button";
import type { MachineJoinDiagnosis } from "@/lib/contract/answers/arrival";
import { MACHINE_SIDE_CAUSES, type ServerCheckedCause, type UncheckedCause } from "@/lib/domain/new-group/arrival";
import { type CauseWords, foundCauseWords, possibleCauseWords } from "@/lib/format/arrival-cause-words";

interface CausesProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  readonly checks: MachineJoinDiagnosis | null;
  /** Why the checks could not be asked for, "" = they could. */
  readonly problem: string;
}

/** Why a machine does not come: what the server saw, then what only the machine can tell. */
export function Causes({ cluster, namespace, group, checks, problem }: CausesProps) {
  const { token = null, gateway = "", istioNamespace = "", istiod = "" } = checks ?? {};
  const facts = { context: cluster, namespace, group, account: token?.account ?? "", gateway, istioNamespace, istiod };
  const found = (checks?.found ?? []).map((cause) => ({ cause, ...foundCauseWords(cause, facts) }));
  const possible = possibleOf(checks, problem).map((cause) => ({ cause, ...possibleCauseWords(cause, facts) }));
  return (
    <div className="grid gap-2.5 text-s" data-found-causes={checks?.found.join(" ")}>
      {found.length > 0 && <CauseList name="found-causes" title="Seen by this server" causes={found} tone="text-bad" />}
      {found.length === 0 && checks !== null && <p className="text-ink-2">This server sees nothing that keeps it away.</p>}
      {problem !== "" && <p className="text-bad">{problem}</p>}
      {(checks?.unseen ?? []).map((text) => (
        <p key={text} className="text-blind">
          {text}
        </p>
      ))}
      {possible.length > 0 && <CauseList name="possible-causes" title="Possible: only the machine can tell" causes={possible} tone="" />}
    </div>
  );
}

/** Where the server could not be asked, what is on the machine is possible all the same. */
function possibleOf(checks: MachineJoinDiagnosis | null, problem: string): readonly UncheckedCause[] {
  if (checks !== null) return checks.possible;
  return problem === "" ? [] : MACHINE_SIDE_CAUSES;
}

interface CauseListProps {
  readonly name: "found-causes" | "possible-causes";
  readonly title: string;
  readonly causes: readonly (CauseWords & { readonly cause: ServerCheckedCause | UncheckedCause })[];
  readonly tone: string;
}

function CauseList({ name, title, causes, tone }: CauseListProps) {
  return (
    <section aria-label={title} data-section={name}>
      <h2 className={`font-medium ${tone}`}>{title}</h2>
      <ul>
        {causes.map(({ cause, title: heading, detail, command }) => (
          <li key={cause} data-cause={cause} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 py-1">
            <div className="min-w-0">
              <b className="font-medium">{heading}.</b> <span className="text-ink-2">{detail}</span>
              {command !== "" && <code className="block text-ink-2 wrap-anywhere">{command}</code>}
            </div>
            {command !== "" && <CopyButton text={command} label={`Copy: ${heading}`} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
