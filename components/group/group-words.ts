import type { LossesAnswer } from "@/lib/contract/answers/history";
import type { GroupRow } from "@/lib/contract/views/groups";
import {
  type GroupLossesStatement,
  type GroupServing,
  type GroupTrouble,
  groupFailurePace,
  groupLine,
  groupLossesStatement,
  groupServing,
  groupTrouble,
} from "@/lib/domain/statements/group";
import { type ServiceSelectingGroup, servicesWithFewerEndpoints } from "@/lib/domain/statements/group-services";
import { affectedServiceText } from "@/lib/format/affected-services";
import { groupLineText, groupTroubleText, waitingText } from "@/lib/format/group-sentence";
import { type LinePart, lineParts } from "@/lib/format/headline";
import { lossesSentence } from "@/lib/format/losses-sentence";
import { type ServingHeadline, servingHeadline } from "@/lib/format/serving-headline";
import { momentOf, type TextContext } from "@/lib/format/text/tense";

/** The first lines of a group's page, with the statements that they are made of. */
export interface GroupWords {
  readonly serving: GroupServing;
  readonly headline: ServingHeadline;
  readonly statement: GroupLossesStatement | GroupTrouble;
  readonly trouble: string;
  readonly line: readonly LinePart[];
  /** The same for the page, which has the message of the probe in its card and the waiting machines here. */
  readonly quiet: readonly LinePart[];
}

/** Facts about a group next to its counts: the annotation as written, the recorded losses (null = not read yet), and the services that select its machines. */
export interface ToldOfGroup {
  readonly expectedSizeText: string | null;
  readonly losses: LossesAnswer | null;
  readonly hosts: readonly ServiceSelectingGroup[];
}

/** The parts that the card of a group in trouble shows. */
const IN_CARD: readonly string[] = ["group-message", "group-pace"];

/** The trouble of the page has the recorded losses in place of missing machines. The line below it shows the probe's message and the affected services. */
export function groupWords(row: GroupRow, { expectedSizeText, losses, hosts }: ToldOfGroup, { tense, now, zone }: TextContext): GroupWords {
  const moment = momentOf(tense, now);
  const serving = groupServing(row);
  const lost = losses === null ? null : groupLossesStatement(row, losses);
  const trouble = groupTrouble({ ...row, message: "" });
  const isMissing = row.lost + row.missing > 0;
  const line: readonly LinePart[] = [
    ...lineParts(groupFailurePace(row), groupLineText),
    ...lineParts(servicesWithFewerEndpoints(hosts, isMissing), (part) => affectedServiceText(part, tense.past)),
    ...lineParts(groupLine(row, expectedSizeText, moment), groupLineText),
  ];
  const waiting = waitingText(trouble);
  return {
    serving,
    headline: servingHeadline(serving, tense),
    statement: lost ?? trouble,
    trouble: lost === null ? groupTroubleText(trouble, tense) : lossesSentence(lost, tense.past, moment, zone),
    line,
    quiet: [...(waiting === "" ? [] : [{ text: waiting, tone: null }]), ...line.filter(({ statement }) => !IN_CARD.includes(statement?.kind ?? ""))],
  };
}
