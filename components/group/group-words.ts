import type { LossesAnswer } from "@/lib/contract/answers/history";
import type { GroupRow } from "@/lib/contract/views/groups";
import type { ExpectedSizeKind } from "@/lib/domain/group/expected-size";
import {
  type ExpectedSize,
  type GroupLossesStatement,
  type GroupServing,
  type GroupTrouble,
  groupFailurePace,
  groupLine,
  groupLossesStatement,
  groupServing,
  groupTrouble,
} from "@/lib/domain/statements/group";
import { type ServiceSelectingGroup, type ServiceWithFewerEndpoints, servicesWithFewerEndpoints } from "@/lib/domain/statements/group-services";
import type { Statement } from "@/lib/domain/statements/statement";
import { countWithState } from "@/lib/domain/verdict/state-code";
import { affectedServiceText } from "@/lib/format/affected-services";
import { groupLineText, groupTroubleText, startingAndDrainingSentence, startingAndDrainingText } from "@/lib/format/group-sentence";
import { type LinePart, lineParts } from "@/lib/format/headline";
import { lossesSentence } from "@/lib/format/losses-sentence";
import { type ServingHeadline, servingHeadline } from "@/lib/format/serving-headline";
import { sentence } from "@/lib/format/text/sentence";
import { momentOf, type Tense, type TextContext, verb } from "@/lib/format/text/tense";

/** The first lines of a group's page, with the statements behind them. */
export interface GroupPageTexts {
  readonly serving: GroupServing;
  readonly headline: ServingHeadline;
  readonly statement: GroupLossesStatement | GroupTrouble;
  readonly trouble: string;
  readonly line: readonly LinePart[];
  /**
   * The line below the headline, without facts that the page's card, counts or list of facts already shows. It includes machines that do not serve
   * yet.
   */
  readonly quiet: readonly LinePart[];
  /** The second sentence of a page without trouble, and the part of `quiet` that it replaces; null = none. */
  readonly calm: { readonly part: LinePart; readonly sentence: string } | null;
}

/**
 * Facts that the group's row does not have: the annotation as written, the recorded losses (null = not loaded), and the services that select its
 * machines.
 */
export interface GroupTextInput {
  readonly expectedSizeText: string | null;
  readonly losses: LossesAnswer | null;
  readonly hosts: readonly ServiceSelectingGroup[];
  /** True if it is known that no service selects a machine of the group. */
  readonly isUnselected?: boolean;
}

/** Parts that the page shows elsewhere: in the card of a group in trouble, or as a count. */
const ELSEWHERE: readonly string[] = ["group-message", "group-pace", "machines-unverified"];
/** Sources of sizes that the headline or the list of facts already explains. */
const PLAIN_SIZES: readonly ExpectedSizeKind[] = ["declared", "learned", "unknown"];

/**
 * Returns the first lines of a group's page. Recorded losses replace missing machines in its trouble. The second line has the probe's message and the
 * affected services.
 */
export function groupPageTexts(
  row: GroupRow,
  { expectedSizeText, losses, hosts, isUnselected = false }: GroupTextInput,
  { tense, now, zone }: TextContext,
): GroupPageTexts {
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
  const waits = { awaiting: countWithState(row.rollUp.counts, "awaiting"), draining: countWithState(row.rollUp.counts, "draining") };
  const waiting: readonly LinePart[] = waits.awaiting + waits.draining === 0 ? [] : [{ text: startingAndDrainingText(waits), tone: null }];
  const quiet = [...waiting, ...line.filter(({ statement }) => !isElsewhere(statement))];
  return {
    serving,
    headline: servingHeadline(serving, tense),
    statement: lost ?? trouble,
    trouble: lost === null ? groupTroubleText(trouble, tense) : lossesSentence(lost, tense.past, moment, zone),
    line,
    quiet,
    calm: calmPart(quiet, {
      waiting: waiting[0],
      waitingText: startingAndDrainingSentence(waits, tense),
      isUnselected: isUnselected && row.rollUp.total > 0,
      tense,
    }),
  };
}

interface CalmInput {
  readonly waiting: LinePart | undefined;
  readonly waitingText: string;
  readonly isUnselected: boolean;
  readonly tense: Tense;
}

/**
 * The most important fact of a group without trouble: a service without an endpoint, then machines that do not serve yet, then a size that changes by
 * itself.
 */
function calmPart(quiet: readonly LinePart[], { waiting, waitingText: text, isUnselected, tense }: CalmInput): GroupPageTexts["calm"] {
  const asSentence = (part: LinePart | undefined) => (part === undefined ? null : { part, sentence: sentence(part.text) });
  const noEndpoint = asSentence(quiet.find(({ statement }) => statement?.kind === "affected-service" && isWithoutEndpoint(statement)));
  if (noEndpoint !== null) return noEndpoint;
  if (waiting !== undefined) return { part: waiting, sentence: text };
  const arrived = asSentence(quiet.find(({ statement }) => statement?.kind === "machines-arrived"));
  if (arrived !== null) return arrived;
  if (isUnselected) return asSentence({ text: `no service ${verb(1, "select", tense)} its machines`, tone: null });
  return asSentence(quiet.find(({ statement }) => statement?.kind === "expected-size"));
}

function isWithoutEndpoint(statement: Statement): boolean {
  return (statement as ServiceWithFewerEndpoints).result === "no-endpoint";
}

function isElsewhere(statement: Statement | undefined): boolean {
  if (statement?.kind === "expected-size") return PLAIN_SIZES.includes((statement as ExpectedSize).source);
  return ELSEWHERE.includes(statement?.kind ?? "");
}
