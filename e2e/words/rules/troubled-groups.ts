import { groupNameOf, type Judged, type Word } from "@/e2e/words/judged";
import type { Rule, Said } from "@/e2e/words/rule";
import type { Truth } from "@/e2e/words/truth";

/** Counts of groups, in trouble or not. */
export const TROUBLED_GROUPS: readonly Rule[] = [
  { says: "{n} group[s] (is|are) in trouble.[ (It|The worst) (began|last got worse) at {time}[ or before][, (suddenly|slowly)].]", check: groupsInTrouble },
  { says: "{n} more group[s] in trouble.", where: { path: /display=wall/ }, check: moreThanOnWall },
  { says: "No group of {n} is in trouble.", check: noGroupInTrouble },
  {
    says: "[{n} more group[s] in trouble . ]{n} of {n} groups (is|are) in no trouble. Nothing on this page changes anything.",
    check: groupsWithoutTrouble,
  },
];

/** A group in which machines fail is in trouble, and no group is that never lacked a machine. */
function groupsInTrouble({ counts: [count = 0] }: Said, truth: Truth): string | null {
  return mayBeInTrouble(truth, count) ? null : `never could ${count} groups be in trouble`;
}

function noGroupInTrouble({ counts: [all = 0] }: Said, truth: Truth): string | null {
  return mayBeInTrouble(truth, 0) && truth.sometime((machines, moment) => groupsAt(machines, moment, truth).size === all) ? null : "some group is in trouble";
}

/** No group in which a machine fails is among them. */
function groupsWithoutTrouble({ counts }: Said, truth: Truth): string | null {
  const [well = 0, all = 0] = counts.slice(-2);
  const holds = truth.sometime((machines, moment) => {
    const groups = [...groupsAt(machines, moment, truth).values()];
    return groups.length === all && well <= groups.filter((own) => !own.some(fails)).length;
  });
  return holds ? null : `never were there ${all} groups of which ${well} could be well`;
}

/** Who fails by an own state; who is only in doubt or reconnects does not. */
const FAILING: readonly Word[] = ["Unreadable", "Unhealthy", "Disconnected"];

function fails({ word }: Judged): boolean {
  return FAILING.includes(word);
}

function mayBeInTrouble(truth: Truth, count: number): boolean {
  const lost = new Set(truth.ended().map(({ last }) => `${last.metadata.namespace}/${groupNameOf(last)}`));
  return truth.sometime((machines, moment) => {
    const groups = [...groupsAt(machines, moment, truth)];
    const failing = groups.filter(([, own]) => own.some(fails));
    const lacking = groups.filter(([key, own]) => own.some(fails) || lost.has(key) || isShort(key, own, truth));
    return failing.length <= count && count <= lacking.length;
  });
}

/** So many groups have a card of their own on a wall display. */
const CARDS = 6;

/** Those without a card may also be in doubt only. */
function moreThanOnWall({ counts: [more = 0] }: Said, truth: Truth): string | null {
  const lost = new Set(truth.ended().map(({ last }) => `${last.metadata.namespace}/${groupNameOf(last)}`));
  const holds = truth.sometime((machines, moment) => {
    const groups = [...groupsAt(machines, moment, truth)];
    const failing = groups.filter(([, own]) => own.some(fails));
    const lacking = groups.filter(([key, own]) => own.some(({ word }) => word !== "Healthy") || lost.has(key) || isShort(key, own, truth));
    return failing.length <= more + CARDS && more + CARDS <= lacking.length;
  });
  return holds ? null : `never could ${more + CARDS} groups be in trouble or in doubt`;
}

function isShort(key: string, own: readonly Judged[], truth: Truth): boolean {
  const [namespace = "", name = ""] = key.split("/");
  return own.length < (truth.sizeOf(namespace, name) ?? 0) || own.some(({ serves }) => !serves);
}

/** "namespace/group" with the machines of each group that is there or that machines name; without those of no group. */
function groupsAt(machines: readonly Judged[], moment: number, truth: Truth): ReadonlyMap<string, readonly Judged[]> {
  const groups = new Map<string, Judged[]>(truth.raw.at("group", moment).map(({ metadata: { namespace, name } }) => [`${namespace}/${name}`, []]));
  for (const machine of machines) {
    if (machine.group === "") continue;
    const key = `${machine.namespace}/${machine.group}`;
    groups.set(key, [...(groups.get(key) ?? []), machine]);
  }
  return groups;
}
