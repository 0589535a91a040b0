"use client";

import { tonePanel } from "@/components/state/tone";
import { useZone } from "@/components/table/use-zone";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { sendCommand } from "@/lib/client/send-command";
import { useAnswer } from "@/lib/client/use-answer";
import { useSentCommand } from "@/lib/client/use-sent-command";
import { useTypedText } from "@/lib/client/use-typed-text";
import { CommandPermission, type ObjectCommandName } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import type { DrainLostOnRecreation } from "@/lib/contract/views/entries";
import { formatDateTime } from "@/lib/format/clock";
import { mayNotChangeWords } from "@/lib/format/command-words";
import { lostDrainWords } from "@/lib/format/write-words";

interface DrainAgainProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly lost: DrainLostOnRecreation;
  readonly offered: readonly ObjectCommandName[];
}

/** A drain that was lost, told on every server, and offered again where one may write. It goes away once the watch shows the machine drained. */
export function DrainAgain({ cluster, namespace, lost, offered }: DrainAgainProps) {
  const zone = useZone();
  const { name, reason, endedAt } = lost;
  return (
    <Panel tone={tonePanel.warn} title="A drain was lost" data={{ "data-lost-drain": name, "data-reason": reason }}>
      <p className="wrap-anywhere">{lostDrainWords({ name, reason, at: formatDateTime(endedAt, zone) })}</p>
      {offered.includes("drain-workloadentry") && <Repeat key={lost.uid} address={{ cluster, namespace, name }} lost={lost} />}
    </Panel>
  );
}

interface RepeatProps {
  readonly address: { readonly cluster: string; readonly namespace: string; readonly name: string };
  readonly lost: DrainLostOnRecreation;
}

/** One step where the reason is known; where none was kept, it has to be written first. */
function Repeat({ address, lost }: RepeatProps) {
  const may = useAnswer(apiPaths.command("drain-workloadentry", address), CommandPermission);
  const typed = useTypedText(["drain again", address.cluster, address.namespace, address.name]);
  const reason = lost.reason || typed.text;
  const { send, isSending, isAccepted, problem } = useSentCommand();
  const { resourceVersion, uid } = lost;
  const drain = async () => {
    const came = await send(() => sendCommand({ name: "drain-workloadentry", address, resourceVersion, input: { uid, reason } }));
    if (came?.kind === "accepted") typed.forget();
  };
  if (may.kind !== "here") return may.kind === "refused" && <p className="text-bad">{may.problem}</p>;
  if (!may.value.may) return <p className="text-ink-2">{mayNotChangeWords(may.value)}</p>;
  return (
    <div className="mt-2 grid gap-2">
      {lost.reason === "" && <Field label="Why" value={typed.text} onChange={typed.type} />}
      <div className="flex flex-wrap items-center gap-2">
        {!isAccepted && (
          <Button onClick={() => void drain()} aria-disabled={isSending}>
            Drain it again
          </Button>
        )}
        <span role="status" className={`text-s ${problem === "" ? "text-ink-2" : "text-bad"}`}>
          {isAccepted ? "Accepted; the page follows the cluster." : problem}
        </span>
      </div>
    </div>
  );
}
