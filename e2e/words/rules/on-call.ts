import type { Judged, Word } from "@/e2e/words/judged";
import type { Rule, Said } from "@/e2e/words/rule";
import { countOf } from "@/e2e/words/template";
import type { Truth } from "@/e2e/words/truth";

/** What somebody on call is told of a group beside its numbers: how fast it failed, what is left, which replicas, and what comes next. */
export const ON_CALL: readonly Rule[] = [
  { says: "(suddenly|slowly), {n}[ of {n}] machines (within|over) {span}[.]", check: soManyFailed },
  { says: "{n} (static|never connected|connected|overdue|unverified|reconnecting|disconnected) machine[s]: Istio {words}", check: soManyInTrouble },
  { says: "{n} (static|never connected|connected|overdue|unverified|reconnecting|disconnected) machine[s]:", check: soManyInTrouble },
  { says: "{n}:{n}", where: { region: /^Next/ } },
  { says: "[first ](in|at the latest in)", where: { region: /^Next/ } },
  { says: "held {n} of the {n} lost[, {n} of the {n} in trouble]", check: soManyGone },
  { says: "held {n} of the {n} in trouble", check: soManyInTrouble },
  { says: "On the same replicas, (none|{n}) of {n} machine[s] of [more than ]{n} other group[s] (is|are) in trouble.", check: othersOnReplicas },
  { says: "In the whole cluster {n} of {n} machine[s] reconnect[s] now.", check: reconnecting },
  { says: "all machines in zone {name}", check: zonesOfHost },
  { says: "machines in {words}", check: zonesOfHost },
  { says: "all machines in no zone" },
  { says: "outlier detection: callers take out endpoints that fail" },
  { says: "no outlier detection: callers ask a dead machine until it leaves the list" },
  { says: "whether callers leave a dead machine is not known" },
];

const CALM: readonly Word[] = ["Draining", "Awaiting first probe", "Not checked", "Healthy"];

function isTroubled({ word }: Judged): boolean {
  return !CALM.includes(word);
}

/** Namespace and name of the group that a row or the page is about. */
function groupOf({ statement: { about } }: Said, { page }: Truth): readonly [namespace: string, name: string] {
  const [, namespace = "", name = ""] = /groups\/([^/]+)\/([^/?]+)/.exec(about) ?? /groups\/([^/]+)\/([^/?]+)/.exec(page.path) ?? [];
  return [decodeURIComponent(namespace), decodeURIComponent(name)];
}

/** How many machines of the group are there that do not serve or are in trouble, and how many went. */
function hurtOf(said: Said, truth: Truth, machines: readonly Judged[]): number {
  const [namespace, name] = groupOf(said, truth);
  const own = machines.filter((machine) => machine.namespace === namespace && machine.group === name);
  return own.filter((machine) => isTroubled(machine) || !machine.serves).length;
}

function goneOf(said: Said, truth: Truth): number {
  const [namespace, name] = groupOf(said, truth);
  const isOwn = (group: string | undefined) => group === name;
  return truth.ended().filter(({ last: { metadata } }) => metadata.namespace === namespace && isOwn(metadata.annotations?.["istio.io/autoRegistrationGroup"]))
    .length;
}

function soManyFailed(said: Said, truth: Truth): string | null {
  const [count = 0] = said.counts;
  return truth.sometime((machines) => count <= hurtOf(said, truth, machines) + goneOf(said, truth)) ? null : `never had ${count} machines of it failed`;
}

function soManyInTrouble(said: Said, truth: Truth): string | null {
  const most = Math.max(...said.counts);
  return truth.sometime((machines) => most <= hurtOf(said, truth, machines)) ? null : `never were ${most} machines of it in trouble`;
}

function soManyGone(said: Said, truth: Truth): string | null {
  const [held = 0, lost = 0] = said.counts;
  return held <= lost && lost <= goneOf(said, truth) ? null : `only ${goneOf(said, truth)} machines of it went`;
}

/** The machines of other groups that some three replicas hold, and those of them in trouble. */
function othersOnReplicas(said: Said, truth: Truth): string | null {
  const counts = said.counts.slice(0, -1);
  const [troubled = 0, all = 0] = counts.length === 1 ? [0, counts[0]] : counts;
  const [namespace, name] = groupOf(said, truth);
  const holds = (machines: readonly Judged[]) => {
    const others = machines.filter((machine) => machine.namespace !== namespace || machine.group !== name);
    const replicas = [...new Set(others.map(({ replica }) => replica))];
    return upToThree(replicas).some((some) => {
      const held = others.filter(({ replica }) => some.includes(replica));
      return held.length === all && held.filter(isTroubled).length === troubled;
    });
  };
  return truth.sometime(holds) ? null : `never did replicas hold ${all} others, ${troubled} of them in trouble`;
}

function upToThree(names: readonly string[]): readonly (readonly string[])[] {
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((two) => [one, two]));
  const triples = names.flatMap((one, at) => upToTwoAfter(names, at).map((two) => [one, ...two]));
  return [...names.map((one) => [one]), ...pairs, ...triples];
}

function upToTwoAfter(names: readonly string[], at: number): readonly (readonly string[])[] {
  const after = names.slice(at + 1);
  return after.flatMap((two, place) => after.slice(place + 1).map((three) => [two, three]));
}

function reconnecting({ counts: [count = 0, all = 0] }: Said, truth: Truth): string | null {
  const left = ({ object }: Judged) => object.metadata.annotations?.["istio.io/disconnectedAt"] !== undefined;
  const holds = (machines: readonly Judged[]) => all <= machines.length && count <= machines.filter(left).length;
  return truth.sometime(holds) ? null : `never could ${count} of ${all} machines reconnect`;
}

/** "machines in eu-1a (12), eu-1b (3) and 2 more zones": those that serve the host of the row, by zone. */
function zonesOfHost(said: Said, truth: Truth): string | null {
  const told = [...said.statement.text.matchAll(/([^\s,]+) \(([\d,]+)\)/g)].map(([, zone = "", count = "0"]) => [zone, countOf(count)] as const);
  const [, only = ""] = /^all machines in zone (\S+)$/.exec(said.statement.text) ?? [];
  const [plural, namespace, name] = said.statement.about.split("/");
  const holds = truth.sometimeOfHosts((hosts) =>
    hosts
      .filter((host) => (host.kind === "Service") === (plural === "services") && host.namespace === namespace && host.name === name)
      .some(({ machines }) => {
        const serving = machines.filter(({ serves, isDoubted }) => serves || isDoubted);
        if (only !== "") return serving.length > 0 && serving.every(({ zone }) => zone === only);
        return told.every(([zone, count]) => serving.filter((one) => (one.zone || "zone") === zone).length === count);
      }),
  );
  return holds ? null : "never did machines of these zones serve it";
}
