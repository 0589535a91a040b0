import type { NetworkSetCounts, NetworksCounts } from "@/lib/domain/statements/networks";
import type { LinePart } from "@/lib/format/headline";
import { listAndMore } from "@/lib/format/text/lists";
import { formatNumber, plural, pluralWord } from "@/lib/format/text/numbers";
import { capitalize } from "@/lib/format/text/sentence";
import { be, have, type Tense, verb } from "@/lib/format/text/tense";

/** The sentence: how many networks and gateways, then what is wrong. */
export interface NetworksHeadline {
  readonly strong: string;
  readonly rest: string;
  readonly trouble: readonly LinePart[];
}

/** How many networks and gateways there are, and whose machines have none. */
export function networksHeadline(input: NetworksCounts, tense: Tense): NetworksHeadline {
  return { ...firstOf(input, tense), trouble: troubleOf(input, tense) };
}

function firstOf({ named, machines, usableGateways, isComplete }: NetworksCounts, tense: Tense): Pick<NetworksHeadline, "strong" | "rest"> {
  const at = tense.past ? ` ${tense.at}` : "";
  if (named === 0) {
    const why = machines === 0 ? "there is no machine" : `no machine ${tense.past ? "named" : "names"} one`;
    return { strong: "No network", rest: ` ${tense.past ? "was" : "is"} known${at}: ${why}.` };
  }
  const networks = capitalize(pluralWord(named, "network"));
  const gateways = isComplete
    ? pluralWord(usableGateways, "gateway")
    : `${usableGateways === 0 ? "no gateway" : plural(usableGateways, "gateway")} visible, perhaps more`;
  return { strong: networks, rest: `, ${gateways}${at}.` };
}

function troubleOf({ leftOut, unverified, usableGateways }: NetworksCounts, tense: Tense): readonly LinePart[] {
  const of = ({ networks, more, machines }: NetworkSetCounts) => `${plural(machines, "registered machine")} in ${namesOf({ networks, more })}`;
  const parts: LinePart[] = [];
  if (leftOut.machines > 0) parts.push({ text: of(leftOut), tone: "bad" }, { text: ` ${be(leftOut.machines, tense)} left out.`, tone: null });
  if (unverified.machines > 0 && usableGateways > 0)
    parts.push({ text: of(unverified), tone: "warn" }, { text: ` ${have(unverified.machines, tense)} no gateway.`, tone: null });
  return parts;
}

/** The second line: what follows, what is dropped, and what cannot be told. */
export function networksLine(input: NetworksCounts, tense: Tense): readonly LinePart[] {
  const { unverified, leftOut, usableGateways, notKnown, notMarked, closedByPolicy, notPassed, noAddress, labelOnly, podsSeen } = input;
  const call = tense.past ? "called" : "call";
  const where = usableGateways > 0 ? namesOf(unverified) : "every network";
  const addressed = unverified.machines - unverified.unaddressed;
  const called =
    unverified.unaddressed === 0
      ? where
      : `${formatNumber(addressed)} of ${plural(unverified.machines, "machine")} in ${usableGateways > 0 ? where : "all networks"}`;
  const parts: readonly LinePart[] = [
    { text: leftOut.machines === 0 ? "" : `callers elsewhere ${tense.past ? "were" : "are"} not sent machines of ${namesOf(leftOut)}`, tone: null },
    {
      text: addressed === 0 ? "" : `sidecars elsewhere ${call} ${called} directly, and nothing here can tell whether that ${tense.past ? "worked" : "works"}`,
      tone: null,
    },
    {
      text:
        notMarked === 0
          ? ""
          : `${plural(notMarked, "machine")} ${have(notMarked, tense)} no mTLS mark, so no gateway routes to ${notMarked === 1 ? "it" : "them"}`,
      tone: "bad",
    },
    {
      text: closedByPolicy === 0 ? "" : `a PeerAuthentication ${tense.past ? "closed" : "closes"} gateways to ${plural(closedByPolicy, "machine")}`,
      tone: "bad",
    },
    { text: notPassed === 0 ? "" : `${plural(notPassed, "host")} ${be(notPassed, tense)} passed by no gateway`, tone: "warn" },
    { text: noAddress === 0 ? "" : `${plural(noAddress, "machine")} ${have(noAddress, tense)} no address`, tone: "warn" },
    {
      text: labelOnly === 0 ? "" : `${plural(labelOnly, "machine")} ${verb(labelOnly, "name", tense)} a network in a label that does not count`,
      tone: "warn",
    },
    { text: notKnown === 0 ? "" : `how ${plural(notKnown, "network")} ${be(notKnown, tense)} reached cannot be told`, tone: "blind" },
    { text: podsSeen ? "" : `pods ${tense.past ? "were not known" : "are not visible"}`, tone: "blind" },
  ];
  return parts.filter(({ text }) => text !== "").map((part, at) => (at === 0 ? { ...part, text: capitalize(part.text) } : part));
}

function namesOf({ networks, more }: Pick<NetworkSetCounts, "networks" | "more">): string {
  return listAndMore(
    networks.map((name) => (name === "" ? "no network" : name)),
    more,
  );
}
