import type { Judged } from "@/e2e/words/judged";
import type { Rule, Said } from "@/e2e/words/rule";
import { endOf, type JudgedHost } from "@/e2e/words/selected";
import { countOf } from "@/e2e/words/template";
import type { Truth } from "@/e2e/words/truth";

/** What is said of who selects whom: each number and each host name is compared with what a reader with kubectl would find. */
export const HOSTS: readonly Rule[] = [
  // A machine's page.
  { says: "{words}. It [still ]answers for {name}.[ {words}]", where: { path: /^.c.[^/]+.entries/ }, check: answersFor },
  { says: "{words}. It [still ]answers for {name}.{words}", where: { path: /^.c.[^/]+.entries/ }, check: answersFor },
  { says: "{words}. No host selects it.[ {words}]", where: { path: /^.c.[^/]+.entries/ }, check: (said, truth) => takenBy(said, truth, 0) },
  { says: "No Service and no ServiceEntry selects it.", check: (said, truth) => takenBy(said, truth, 0) },
  { says: "{n} host[s] · try other labels", where: { region: /^Selected by$/ }, check: (said, truth) => takenBy(said, truth, said.counts[0] ?? 0) },
  { says: "{n} objects select it, for {n} host[s]: each sends its callers here.", check: objectsTake },
  { says: "{n}", where: { column: /^here$/ }, check: endsHere },
  { says: "{n}", where: { column: /^port$/, region: /^(Selected by|Hosts that select this machine)/ }, check: isPortOf },
  // A group's page.
  { says: "{n} object[s] · try other labels", where: { region: /^Selected by$/ }, check: objectsOfGroup },
  { says: "{n} of {n}", where: { column: /^takes$/ }, check: takesOfGroup },
  { says: "{n} machine[s] of {n} (is|are) in no host.", check: inNone },
  { says: "No host selects a machine of this group.", check: noneOfGroup },
  { says: "{name}[, {name}][, {name}][ and {n} more]", where: { path: /^.c.[^/]+.groups/, region: /^Selected by$/ }, check: namedInNone },
  { says: "{n} machine[s][, {n} in doubt][, {n} pod[s]][, {n} inline endpoint[s]]", where: { column: /^who answers$/ }, check: whoAnswers },
  { says: "{words} (keeps|keep) {n} machine[s]{words}" },
  { says: "(nobody answers for|no machine answers for) {words}" },
  // The words around them.
  { says: "nearest: (Service|ServiceEntry) {name} in {name}" },
  { says: "label {name} is {words}, the selector wants {words} · it would do to {words}" },
  { says: "no label {name}, the selector wants {words} · it would do to {words}" },
  { says: "(Service|ServiceEntry) {name}[{words}]" },
  { says: "its own port {name}: {n}[ wins over targetPort {n}]" },
  { says: "targetPort {n}" },
  { says: "the number of the service's port[: it names no port {name} of its own]" },
  { says: "{n} (policy|policies)" },
  { says: "lets in only what {n} rule[s] (say|says)[ · {words}]" },
  { says: "its sidecar takes {words}" },
  { says: "its own calls know {words}" },
  { says: "for callers of {name}: {words}" },
  { says: "Policies see {words}" },
  { says: "(revision|all|istioVersion|{name}) is assumed: {words}" },
];

/** Namespace and name of the entry or the group whose page it is. */
function subjectOf({ page }: Truth): readonly [namespace: string, name: string] {
  const [, namespace = "", name = ""] = /^\/c\/[^/]+\/(?:entries|groups)\/([^/?]+)\/([^/?]+)/.exec(page.path) ?? [];
  return [decodeURIComponent(namespace), decodeURIComponent(name)];
}

function takes(host: JudgedHost, namespace: string, name: string): Judged | undefined {
  return host.machines.find((machine) => machine.namespace === namespace && machine.name === name);
}

function unless(truth: Truth, holds: (hosts: readonly JudgedHost[]) => boolean, problem: string): string | null {
  return truth.sometimeOfHosts(holds) ? null : problem;
}

/** So many host names take the machine of the page. */
function takenBy(_said: Said, truth: Truth, count: number): string | null {
  const [namespace, name] = subjectOf(truth);
  const named = (hosts: readonly JudgedHost[]) => hosts.filter((host) => takes(host, namespace, name) !== undefined).flatMap((host) => host.hosts);
  return unless(truth, (hosts) => named(hosts).length === count, `never did ${count} hosts take it`);
}

function answersFor({ filled }: Said, truth: Truth): string | null {
  const [namespace, name] = subjectOf(truth);
  const host = filled.find(({ kind }) => kind === "name")?.text ?? "";
  return unless(
    truth,
    (hosts) => hosts.some((one) => one.hosts.includes(host) && takes(one, namespace, name)?.serves === true),
    `it never answered for ${host}`,
  );
}

function objectsTake({ counts: [objects] }: Said, truth: Truth): string | null {
  const [namespace, name] = subjectOf(truth);
  return unless(
    truth,
    (hosts) => hosts.filter((host) => takes(host, namespace, name) !== undefined).length === objects,
    `never did ${objects} objects take it`,
  );
}

/** The port on the machine of some port of a host that takes it. */
function endsHere({ counts: [port] }: Said, truth: Truth): string | null {
  const [namespace, name] = subjectOf(truth);
  const ends = (host: JudgedHost) => {
    const machine = takes(host, namespace, name);
    return machine === undefined ? [] : numbersOf(host).map((number) => endOf(host, machine.object, number));
  };
  return unless(truth, (hosts) => hosts.some((host) => ends(host).includes(port ?? null)), `no port ends at ${port}`);
}

function isPortOf({ counts: [port = 0] }: Said, truth: Truth): string | null {
  const [namespace, name] = subjectOf(truth);
  return unless(
    truth,
    (hosts) => hosts.some((host) => takes(host, namespace, name) !== undefined && numbersOf(host).includes(port)),
    `no host has port ${port}`,
  );
}

function numbersOf({ object }: JudgedHost): readonly number[] {
  const ports = object.spec?.ports;
  return Array.isArray(ports) ? ports.flatMap(({ port, number }) => port ?? number ?? []) : [];
}

/** The machines of the page's group among some. */
function members(machines: readonly Judged[], truth: Truth): readonly Judged[] {
  const [namespace, group] = subjectOf(truth);
  return machines.filter((machine) => machine.namespace === namespace && machine.group === group);
}

/** The host that a row leads to. */
function rowHost(hosts: readonly JudgedHost[], { statement: { about } }: Said): JudgedHost | undefined {
  const [plural, namespace, name] = about.split("/");
  const kind = plural === "services" ? "Service" : "ServiceEntry";
  return hosts.find((host) => host.kind === kind && host.namespace === namespace && host.name === name);
}

/** Where nobody of a group is there, its template alone says what selects it. */
function objectsOfGroup({ counts: [count = 0] }: Said, truth: Truth): string | null {
  return unless(truth, (hosts) => hosts.filter((host) => members(host.machines, truth).length > 0).length <= count, `more than ${count} objects took them`);
}

function takesOfGroup(said: Said, truth: Truth): string | null {
  const [taken, all] = said.counts;
  const holds = (hosts: readonly JudgedHost[], moment: number) =>
    members(rowHost(hosts, said)?.machines ?? [], truth).length === taken && members(truth.machines(moment), truth).length === all;
  return truth.sometimeOfHosts(holds) ? null : `it never took ${taken} of ${all}`;
}

function inNone({ counts: [count, all] }: Said, truth: Truth): string | null {
  const holds = (hosts: readonly JudgedHost[], moment: number) => {
    const taken = new Set(hosts.flatMap((host) => members(host.machines, truth).map(({ name }) => name)));
    const own = members(truth.machines(moment), truth);
    return own.length === all && own.length - taken.size === count;
  };
  return truth.sometimeOfHosts(holds) ? null : `never were ${count} of ${all} in no host`;
}

function noneOfGroup(_said: Said, truth: Truth): string | null {
  return unless(truth, (hosts) => hosts.every((host) => members(host.machines, truth).length === 0), "always did some host take one of them");
}

/** "vm-1, vm-2 and 3 more": those of the group that no host takes, and how many they are. */
function namedInNone({ filled, counts: [more = 0] }: Said, truth: Truth): string | null {
  const named = filled.filter(({ kind }) => kind === "name").map(({ text }) => text);
  const holds = (hosts: readonly JudgedHost[], moment: number) => {
    const taken = new Set(hosts.flatMap((host) => members(host.machines, truth).map(({ name }) => name)));
    const left = members(truth.machines(moment), truth).filter(({ name }) => !taken.has(name));
    return left.length === named.length + more && named.every((name) => left.some((machine) => machine.name === name));
  };
  return truth.sometimeOfHosts(holds) ? null : `never were these, and ${more} more, in no host`;
}

/** "32 machines, 2 in doubt, 4 pods": those that answer, of the group or not. */
function whoAnswers(said: Said, truth: Truth): string | null {
  const count = (what: RegExp) => countOf(new RegExp(`([\\d,]+) ${what.source}`).exec(said.statement.text)?.[1] ?? "0");
  const holds = (host: JudgedHost | undefined) =>
    host !== undefined &&
    host.machines.filter(({ serves }) => serves).length === count(/machines?/) &&
    host.machines.filter(({ isDoubted }) => isDoubted).length === count(/in doubt/) &&
    host.readyPods === count(/pods?/) &&
    host.inline === count(/inline endpoints?/);
  return unless(truth, (hosts) => holds(rowHost(hosts, said)), "never did these answer");
}
