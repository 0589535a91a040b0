import type { IstiodCauseAnswer } from "@/lib/domain/incidents/cause";
import type { LostService } from "@/lib/domain/incidents/incident";
import type { MachineCondition, ObjectChange } from "@/lib/domain/incidents/observation";
import type { SharedTrait } from "@/lib/domain/incidents/shared-traits";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import { formatDateTime } from "./clock";
import {
  changesTitle,
  changeText,
  comparedText,
  type EarlierCaseInput,
  earlierCasesTitle,
  earlierCaseText,
  istiodAnswerText,
  sharedTraitsText,
  unverifiedAnswerText,
} from "./incident-cause";
import { nextSteps } from "./incident-next";
import { noNotesText, notesHiddenText } from "./incident-note-text";
import {
  type IncidentTimes,
  incidentBeganText,
  incidentEndsText,
  incidentMachineEndText,
  incidentMachineReason,
  incidentMachineText,
  incidentStateText,
  laterEvidenceText,
  lostEndpointText,
  lostTimeText,
  type TextTime,
} from "./incident-page";
import { incidentTitleText, traitText } from "./incident-title";
import { joinParts } from "./text/lists";
import { markdownCode, markdownList, markdownTable, markdownText } from "./text/markdown";
import { formatNumber, plural } from "./text/numbers";

type Left = Parameters<typeof incidentMachineText>[0]["left"] & { readonly at: number; readonly by: string };

/** A visible machine of the incident. Milliseconds. */
interface PostMortemMachine {
  readonly namespace: string;
  readonly name: string;
  readonly group: string;
  readonly condition: MachineCondition;
  readonly failedAt: number;
  readonly message: string;
  readonly cause: string;
  readonly left: Left | null;
}

type Change = Omit<ObjectChange, "cluster" | "groups">;

/** The visible part of an incident, as its page has it. Milliseconds. */
interface PostMortemDetail {
  readonly openedAt: number;
  readonly peakAt: number;
  readonly first: string;
  readonly ends: Parameters<typeof incidentEndsText>[0];
  readonly lost: Parameters<typeof lostTimeText>[0];
  readonly groups: readonly {
    readonly namespace: string;
    readonly name: string;
    readonly machines: number;
    readonly failed: number;
    readonly lost: number;
    readonly unverified: number;
  }[];
  readonly moreGroups: number;
  readonly services: readonly LostService[];
  readonly moreServices: number;
  readonly traits: readonly SharedTrait[];
  readonly changes: readonly Change[];
  readonly moreChanges: number;
  readonly lastChange: Change | null;
  readonly mayRollBack: boolean;
  readonly istiod: IstiodCauseAnswer | null;
  readonly istiodNamespace: string;
  readonly compare: Parameters<typeof nextSteps>[0]["compare"];
  readonly appended: readonly { readonly at: number; readonly what: string }[];
}

/** A post-mortem: what the viewer who writes it sees of the incident. Milliseconds. */
export interface PostMortemInput {
  readonly key: string;
  /** The version of Stolos. */
  readonly version: string;
  readonly writtenAt: number;
  /** The moment of its numbers. */
  readonly asOf: number;
  /** The cluster is the embedded one, whose machines do not exist. */
  readonly isSimulated: boolean;
  readonly isPartial: boolean;
  readonly title: IncidentTitle;
  readonly times: IncidentTimes;
  readonly detail: PostMortemDetail;
  readonly machines: readonly PostMortemMachine[];
  /** Further machines that the table does not list. */
  readonly moreMachines: number;
  /** The newest version at which its numbers were frozen; null = it was never over. */
  readonly frozen: { readonly version: number; readonly at: number } | null;
  /** `cases` null = not known. */
  readonly earlier: { readonly cases: readonly (EarlierCaseInput & { readonly key: string })[] | null; readonly since: number | null };
  /** The limit of `earlier`. */
  readonly mostEarlier: number;
  readonly notes: {
    readonly visibility: "visible" | "hidden" | "absent";
    readonly notes: readonly { readonly who: string; readonly at: number; readonly editedAt: number; readonly editedBy: string; readonly note: string }[];
  };
  /** The address of its page at the moment of its numbers. */
  readonly link: string;
}

const utc = (ms: number) => formatDateTime(ms, "utc");

/** Returns a post-mortem as Markdown. Texts of strangers (names, probe errors, notes) are escaped. All times are UTC. */
export function postMortemMarkdown(input: PostMortemInput): string {
  const { detail, notes, earlier, mostEarlier } = input;
  const time: TextTime = { now: input.asOf, zone: "utc", form: "full" };
  return [
    `# Post-mortem of incident ${input.key}`,
    `**${markdownText(incidentTitleText(input.title))}**`,
    originText(input),
    ...["## Times", timesTable(input, time)],
    ...["## Numbers", numbersList(input, time)],
    ...["## What the machines share", sharedPart(input)],
    ...["## Changed before", changesPart(input, time)],
    ...nextPart(input),
    ...["## Is it istiod?", istiodPart(input)],
    ...["## Services", servicesTable(detail, time), moreText(detail.moreServices, "more service")],
    ...["## Groups", groupsTable(detail), moreText(detail.moreGroups, "more group")],
    ...["## Machines", machinesTable(input.machines, time), moreText(input.moreMachines, "more machine")],
    ...["## Earlier cases", earlierCasesTitle(earlier, mostEarlier, time.now), earlierList(earlier.cases ?? [], time)],
    ...["## Notes", notesPart(notes)],
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

function originText({ version, writtenAt, asOf, isSimulated, isPartial, frozen, link }: PostMortemInput): string {
  return markdownList([
    `Written by Stolos ${markdownText(version)} at ${utc(writtenAt)}, with the numbers of ${utc(asOf)}. All times are UTC.`,
    ...(frozen === null ? [] : [`Version ${frozen.version} of its numbers, stored at its end at ${utc(frozen.at)}.`]),
    ...(isSimulated ? ["Simulated: the cluster is the embedded one of Stolos, and its machines do not exist."] : []),
    ...(isPartial ? ["There is more outside the view of the user who wrote this."] : []),
    `<${link.replace(/[<>\s]/g, encodeURIComponent)}>`,
  ]);
}

/** The course with its evidence, in order of time. Times in a gap come first: they are bounds. */
function timesTable({ detail, times, title, machines }: PostMortemInput, time: TextTime): string {
  const { first, openedAt, peakAt, services, appended } = detail;
  const failed = machines.find(({ namespace, name }) => `${namespace}/${name}` === first);
  const reason = failed === undefined ? "" : incidentMachineReason(failed);
  const changes = [...detail.changes, ...(detail.lastChange === null ? [] : [detail.lastChange])];
  const rows: readonly (readonly [at: number, event: string, evidence: string])[] = [
    ...changes.map((change) => [change.seenAt, "Change", changeLine(change, times.since, time)] as const),
    [
      times.since,
      "First failure",
      joinParts([first === "" ? "" : markdownCode(first), reason === "" ? "" : markdownCode(reason), beganText(times, time)], ", "),
    ],
    [openedAt, "Opened", ""],
    ...(title.machines === 0 ? [] : [[peakAt, "Peak", `${plural(title.peak, "machine")} in trouble`] as const]),
    ...services.map(({ service, lostLastAt }) => [lostLastAt, "Last endpoint lost", markdownCode(service.host)] as const),
    ...services.flatMap(({ service, backAt }) => (backAt === null ? [] : [[backAt, "Endpoint back", markdownCode(service.host)] as const])),
    ...(times.unknownSince === null ? [] : [[times.unknownSince, "Not known", "the cluster is not observed"] as const]),
    ...(times.endedAt === null ? [] : [[times.endedAt, "Over", incidentEndsText(detail.ends)] as const]),
    ...appended.map(({ at, what }) => [at, "Added after the end", markdownText(laterEvidenceText(what))] as const),
  ];
  return markdownTable(
    ["time", "event", "evidence"],
    [...rows].sort(([a], [b]) => a - b).map(([at, event, evidence]) => [utc(at), event, evidence]),
  );
}

/** Says that the beginning is not exact; "" = it is. */
function beganText(times: IncidentTimes, time: TextTime): string {
  return times.notBefore === null && !times.foundAtStart ? "" : `began ${incidentBeganText(times, time)}`;
}

function numbersList({ title, times, detail }: PostMortemInput, time: TextTime): string {
  const ends = incidentEndsText(detail.ends);
  return markdownList([
    incidentStateText(times, time),
    `${plural(title.machines, "machine")} of ${plural(detail.groups.length + detail.moreGroups, "group")}, ${formatNumber(title.peak)} at the peak.`,
    `${formatNumber(title.failed)} failed, ${formatNumber(title.lost)} lost and ${formatNumber(title.unverified)} unverified at ${utc(time.now)}.`,
    `${lostTimeText(detail.lost, times, time.now)} lost.`,
    ...(ends === "" ? [] : [`Ended: ${ends}.`]),
  ]);
}

function sharedPart({ detail: { traits }, title }: PostMortemInput): string {
  const rows = traits.map(({ trait, value, bad, of, others, ofOthers }) => [
    markdownCode(traitText(trait, value)),
    `${formatNumber(bad)} of ${formatNumber(of)}`,
    ofOthers === 0 ? "not known" : `${formatNumber(others)} of ${formatNumber(ofOthers)}`,
  ]);
  const answer = markdownText(sharedTraitsText(traits, title.machines, title.traits));
  return rows.length === 0 ? answer : `${answer}\n\n${markdownTable(["trait", "these machines", "the others"], rows)}`;
}

function changesPart({ detail, times }: PostMortemInput, time: TextTime): string {
  const { changes, moreChanges, lastChange } = detail;
  const listed = changes.length === 0 && lastChange !== null ? [lastChange] : changes;
  return [
    markdownText(changesTitle({ changes, moreChanges, lastChange, since: times.since })),
    markdownList(listed.map((change) => changeLine(change, times.since, time))),
    moreText(moreChanges, "more change"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function changeLine(change: Change, since: number, time: TextTime): string {
  const { object, rest, fields } = changeText(change, since, time);
  return joinParts([`${markdownCode(object)} ${markdownText(rest)}`, ...fields.map(markdownText)], "; ");
}

/** The advice for an incident that is not over. Its commands need a terminal, and are on the page. */
function nextPart({ title, detail }: PostMortemInput): readonly string[] {
  return title.state === "over" ? [] : ["## What next", markdownText(nextSteps({ context: "", title, ...detail }).advice)];
}

function istiodPart({ detail: { istiod }, title }: PostMortemInput): string {
  const { text } = istiodAnswerText(istiod, title);
  const compared = [...(istiod?.compared ?? []).map(comparedText), unverifiedAnswerText(istiod?.unverified ?? 0)].filter((one) => one !== "");
  return compared.length === 0 ? text : `${text}\n\n${markdownList(compared.map(markdownText))}`;
}

function servicesTable({ services }: PostMortemDetail, time: TextTime): string {
  const rows = services.map((lost) => [
    markdownCode(lost.service.host),
    markdownCode(`${lost.service.namespace}/${lost.service.name}`),
    utc(lost.lostLastAt),
    lostEndpointText(lost, time),
  ]);
  return markdownTable(["host", "object", "last endpoint lost", "state"], rows);
}

function groupsTable({ groups }: PostMortemDetail): string {
  const rows = groups.map(({ namespace, name, machines, failed, lost, unverified }) => [
    markdownCode(`${namespace}/${name || "no group"}`),
    ...[machines, failed, lost, unverified].map(formatNumber),
  ]);
  return markdownTable(["group", "machines", "failed", "lost", "unverified"], rows);
}

function machinesTable(machines: readonly PostMortemMachine[], time: TextTime): string {
  const rows = machines.map((machine) => {
    const { namespace, name, group, failedAt, left } = machine;
    const reason = incidentMachineReason(machine);
    return [
      markdownCode(`${namespace}/${name}`),
      group === "" ? "no group" : markdownCode(group),
      utc(failedAt),
      incidentMachineText(machine).word,
      left === null ? "" : markdownText(incidentMachineEndText(left, time)),
      reason === "" ? "" : markdownCode(reason),
    ];
  });
  return markdownTable(["machine", "group", "failed at", "state", "ended", "reason"], rows);
}

function earlierList(earlier: NonNullable<PostMortemInput["earlier"]["cases"]>, time: TextTime): string {
  return markdownList(earlier.map((one) => `${one.key} ${markdownText(earlierCaseText(one, time))}`));
}

function notesPart({ visibility, notes }: PostMortemInput["notes"]): string {
  if (visibility === "hidden") return notesHiddenText();
  if (notes.length === 0) return noNotesText();
  const parts = notes.map(({ who, at, editedAt, editedBy, note }) => {
    const edited = editedAt === at ? "" : `, edited by ${markdownText(editedBy)} at ${utc(editedAt)}`;
    const lines = note.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => `> ${markdownText(line)}`.trimEnd());
    return [`${markdownText(who)}, ${utc(at)}${edited}:`, "", ...lines].join("\n");
  });
  return parts.join("\n\n");
}

function moreText(count: number, noun: string): string {
  return count === 0 ? "" : `${plural(count, noun)}.`;
}
