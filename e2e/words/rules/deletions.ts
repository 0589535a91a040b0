import type { Judged, Word } from "@/e2e/words/judged";
import type { Rule, Said } from "@/e2e/words/rule";
import type { JudgedHost } from "@/e2e/words/selected";
import { countOf } from "@/e2e/words/template";
import type { Truth } from "@/e2e/words/truth";

const where = { region: /^Delete \d+ entr/ };

/** What is told before several entries are deleted. Which were chosen the test says; the rest is judged of the objects. */
export const DELETIONS: readonly Rule[] = [
  { says: "Delete {n} entr(y|ies)", check: isChosen },
  { says: "Hosts lose endpoints. Type {n}, the number of entries, to delete (it|them).", where, check: isChosen },
  { says: "{name}[ · {words} manages it and may write it again]", where, check: namesChosen },
  { says: "{n} · {words}", where, check: fateOfSome },
  { says: "{name}: nobody is left of {n} machine[s]; calls fail", where, check: hostLoses },
  { says: "{name}: {n} of {n} machine[s] left[; {n} ready Pod[s]]", where, check: hostLoses },
  { says: "Endpoints lost by place: {words}.", where, check: lostByPlace },
];

function isChosen({ counts: [count] }: Said, { asked: { chosen } }: Truth): string | null {
  return count === chosen.length ? null : `${chosen.length} are chosen`;
}

function namesChosen({ filled: [first] }: Said, { asked: { chosen } }: Truth): string | null {
  return chosen.includes(first?.text ?? "") ? null : "it is not chosen";
}

function isOneOf({ asked: { chosen } }: Truth): (machine: Judged) => boolean {
  return ({ namespace, name }) => chosen.includes(`${namespace}/${name}`);
}

/** What becomes of a machine whose entry goes, as the pages say it, by what Istio does (a machine that stays connected gets no new entry). */
const FATES: readonly (readonly [phrase: string, is: (machine: Judged, hasGroup: boolean) => boolean])[] = [
  ["refused when the machine connects anew", (machine, hasGroup) => registers(machine) && !hasGroup],
  ["connected without an entry", (machine, hasGroup) => registers(machine) && hasGroup && isConnected(machine)],
  ["written by hand", (machine) => !registers(machine)],
  ["not known whether", (machine, hasGroup) => registers(machine) && hasGroup && machine.isDoubted],
  ["made again by istiod", (machine, hasGroup) => registers(machine) && hasGroup && !isConnected(machine) && !machine.isDoubted],
];

function registers({ object }: Judged): boolean {
  return (object.metadata.annotations?.["istio.io/autoRegistrationGroup"] ?? "") !== "";
}

const OUT: readonly Word[] = ["Disconnected", "Unverified", "Reconnecting"];

function isConnected({ word, object }: Judged): boolean {
  return !OUT.includes(word) && object.metadata.annotations?.["istio.io/connectedAt"] !== undefined;
}

function fateOfSome({ statement: { text }, counts: [count] }: Said, truth: Truth): string | null {
  const phrase = text.replace(/^\d+ · /, "");
  const fate = FATES.find(([begins]) => phrase.startsWith(begins));
  if (fate === undefined) return "nothing becomes of a machine so";
  const holds = truth.sometime((machines, moment) => {
    const groups = truth.raw.at("group", moment);
    const hasGroup = ({ namespace, group }: Judged) => groups.some(({ metadata }) => metadata.namespace === namespace && metadata.name === group);
    return machines.filter(isOneOf(truth)).filter((one) => fate[1](one, hasGroup(one))).length === count;
  });
  return holds ? null : `never did this become of ${count} of them`;
}

/** Callers are sent whoever serves, also where nobody vouches for it. */
function isSent({ serves, isDoubted }: Judged): boolean {
  return serves || isDoubted;
}

function hostLoses({ statement: { text }, counts, of }: Said, truth: Truth): string | null {
  const [name = ""] = of("name");
  const [after = 0, before = 0, pods = 0] = text.includes("nobody is left") ? [0, ...counts] : counts;
  const holds = truth.sometimeOfHosts((hosts) =>
    hosts.some((host) => {
      const sent = host.machines.filter(isSent);
      return host.hosts.includes(name) && sent.length === before && sent.filter((one) => !isOneOf(truth)(one)).length === after && host.readyPods === pods;
    }),
  );
  return holds ? null : `never were ${before} machines of ${name} sent callers, of which ${after} would be left`;
}

/** "no locality 2, eu-1a 1": the chosen machines that some host sends callers to, by where they are. */
function lostByPlace({ statement: { text } }: Said, truth: Truth): string | null {
  const told = text
    .replace(/^.*: |\.$/g, "")
    .split(", ")
    .map((part) => [part.replace(/ [\d,]+$/, ""), countOf(/[\d,]+$/.exec(part)?.[0] ?? "")] as const);
  const isLost = (hosts: readonly JudgedHost[]) => new Set(hosts.flatMap(({ machines }) => machines.filter(isSent).filter(isOneOf(truth))));
  const holds = truth.sometimeOfHosts((hosts) => {
    const lost = [...isLost(hosts)];
    return told.every(([place, count]) => lost.filter((one) => placeOf(one) === place).length === count);
  });
  return holds ? null : "never would so many be lost there";
}

function placeOf({ object }: Judged): string {
  return object.spec?.locality || "no locality";
}
