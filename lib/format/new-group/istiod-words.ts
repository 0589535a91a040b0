import { ISTIOD_SETTINGS } from "@/lib/domain/mesh/istiod-settings";
import type { JoiningSetting, MeshCheckResult } from "@/lib/domain/new-group/istiod-for-machines";
import { listOf } from "@/lib/format/text/lists";
import { plural } from "@/lib/format/text/numbers";
import { sentence } from "@/lib/format/text/sentence";
import { be, verb } from "@/lib/format/text/tense";
import { askToReadWords } from "./ready-words";

/** What each setting is called, and what it means for a machine while it is on or off (docs/istio.md#settings, #joining, #health-gate). */
const SETTINGS = {
  autoRegistration: {
    title: "Auto registration",
    on: "A machine that connects gets an entry, made from its group.",
    off: "No entry is made when a machine connects: it gets its configuration and no traffic, until somebody writes its WorkloadEntry by hand.",
  },
  healthChecks: {
    title: "Health checks",
    on: "A machine whose probe fails gets no traffic until it is well again.",
    off: "Nobody looks at a machine's health: one whose probe fails keeps getting traffic.",
  },
  validatesIdentity: {
    title: "Identity at registration",
    on: "A machine registers only with the namespace of its group, and with its service account where it names one.",
    off: "istiod does not compare a machine's namespace and service account with its group's: any machine of the mesh may register there.",
  },
  servicesSelectEntries: {
    title: "Machines behind Services",
    on: "A Service takes machines as it takes Pods.",
    off: "A Service takes no machine: only a ServiceEntry leads to this group.",
  },
} as const satisfies Record<JoiningSetting, { readonly title: string; readonly on: string; readonly off: string }>;

/** A setting of istiod as the first step tells it. */
export interface SettingInput {
  readonly setting: JoiningSetting;
  readonly isOn: boolean;
  readonly standing: MeshCheckResult;
  readonly source: string;
}

export function settingTitle(setting: JoiningSetting): string {
  return SETTINGS[setting].title;
}

/** Whether it is on, what follows for a machine, where that was read, and whom to ask for what. */
export function settingWords({ setting, isOn, standing, source }: SettingInput, revision: string): string {
  const { on, off } = SETTINGS[setting];
  const { name } = ISTIOD_SETTINGS[setting];
  const from = sentence(source);
  if (standing === "unseen")
    return `Not known; ${isOn ? "on" : "off"} is assumed. ${from} If it is off: ${off.charAt(0).toLowerCase()}${off.slice(1)} Ask whoever runs the mesh for the value of ${name}.`;
  if (isOn) return `On. ${on} ${from}`;
  return `Off. ${off} ${from} Ask whoever runs the mesh for ${name}=true at revision ${revision}.`;
}

/** One revision of istiod. `version`: "" = not known; `pods`: null = they cannot be seen. */
export interface RevisionInput {
  readonly revision: string;
  readonly version: string;
  readonly pods: { readonly running: number; readonly ready: number } | null;
}

export function revisionTitle({ revision, version }: RevisionInput): string {
  return `istiod ${revision}, ${version === "" ? "version not known" : version}`;
}

/** Whether it runs, and how a bundle names it. */
export function revisionWords({ revision, pods }: RevisionInput): string {
  const named = revision === "default" ? "A bundle for it names no revision." : `A bundle for it names the revision ${revision}.`;
  return `${runningWords(pods, revision)} ${named} Machines install the package of its version.`;
}

function runningWords(pods: RevisionInput["pods"], revision: string): string {
  if (pods === null) return "Whether it runs is not known: its Pods cannot be seen.";
  const { running, ready } = pods;
  const ask = `Ask whoever runs the mesh for a running istiod of revision ${revision}, or choose another one.`;
  if (running === 0) return `None of its Pods runs, so that no machine can connect to it. ${ask}`;
  if (ready === 0) return `${plural(running, "Pod")} of it ${verb(running, "run")} and none is ready, so that no machine can connect to it. ${ask}`;
  return `${plural(running, "Pod")} of it ${verb(running, "run")}, ${ready === running ? (ready === 1 ? "and is ready" : "and all are ready") : `${ready} of them ready`}.`;
}

/** Why not everything about istiod can be seen, and whom to ask for what. `reasons`: one for each kind that could not be read. */
export function unseenIstiodWords({
  reasons,
  namespace,
  shares,
}: {
  readonly reasons: readonly string[];
  readonly namespace: string;
  readonly shares: boolean;
}): string {
  const right = "the verb list on pods and deployments.apps";
  return `${reasons.map(sentence).join(" ")} ${askToReadWords({ namespace, right, shares })}`;
}

export function noIstiodWords({ namespace }: { readonly namespace: string }): string {
  return `Neither a Pod nor a Deployment in ${namespace} has the label app=istiod. If istiod runs elsewhere, ask whoever runs it for its revision and its settings.`;
}

/** Why a bundle cannot name this revision. `revisions`: those that are there. */
export function noRevisionWords({ revision, revisions }: { readonly revision: string; readonly revisions: readonly string[] }): string {
  const there = revisions.length === 0 ? "No istiod is seen here" : `There ${be(revisions.length)} ${listOf(revisions)}`;
  return `No istiod has the revision ${revision}, and no mesh configuration its name. ${there}. Where it is a tag, write the revision that it stands for.`;
}

/** A revision of which nobody here can tell whether an istiod has it. */
export function unseenRevisionWords(): string {
  return "Whether an istiod has it cannot be seen from here.";
}
