import { clockSkew } from "./entries/clock-skew";
import { emptySelector } from "./hosts/empty-selector";
import { externalWithAccounts } from "./hosts/external-with-accounts";
import { groupLacksPortName } from "./hosts/group-lacks-port-name";
import { groupPortSurprise } from "./hosts/group-port-surprise";
import { headlessSkipsMachine } from "./hosts/headless-skips-machine";
import { nobodyAnswers } from "./hosts/nobody-answers";
import { ownedByAnother } from "./hosts/owned-by-another";
import { portLostToOwner } from "./hosts/port-lost-to-owner";
import { portNameMissing } from "./hosts/port-name-missing";
import { portSurprise } from "./hosts/port-surprise";
import { refusedByPolicy } from "./hosts/refused-by-policy";
import { roundRobinOfSeveral } from "./hosts/round-robin-of-several";
import { sameSelector } from "./hosts/same-selector";
import { selectorWithoutResolution } from "./hosts/selector-without-resolution";
import { sentTwice } from "./hosts/sent-twice";
import { skippedForItsAddress } from "./hosts/skipped-for-its-address";
import { takesNobody } from "./hosts/takes-nobody";
import { unselectedEntry } from "./hosts/unselected-entry";
import { unusedServiceEntry } from "./hosts/unused-service-entry";
import { addressByGatewayOnly } from "./networks/address-by-gateway-only";
import { externalBehindGateway } from "./networks/external-behind-gateway";
import { gatewayOfNobody } from "./networks/gateway-of-nobody";
import { networkLabelWithoutNetwork } from "./networks/network-label-without-network";
import { networkWithoutGateway } from "./networks/network-without-gateway";
import { unmarkedBehindGateway } from "./networks/unmarked-behind-gateway";
import { failoverCannotEject } from "./places/failover-cannot-eject";
import { failoverWithoutPeer } from "./places/failover-without-peer";
import { localityLost } from "./places/locality-lost";
import { localityOfFourParts } from "./places/locality-of-four-parts";
import { localityWithAGap } from "./places/locality-with-a-gap";
import { machinesWithoutPlace } from "./places/machines-without-place";
import { placeWithoutEffect } from "./places/place-without-effect";
import { singleZoneHost } from "./places/single-zone-host";
import { zoneInTwoRegions } from "./places/zone-in-two-regions";
import type { WordsOfFinding } from "./words-of-finding";

/** The words of every rule, by its name. */
export const RULE_WORDS: Readonly<Record<string, WordsOfFinding>> = {
  // entries
  "clock-skew": clockSkew,
  // groups
  // hosts
  "nobody-answers": nobodyAnswers,
  "takes-nobody": takesNobody,
  "unused-service-entry": unusedServiceEntry,
  "skipped-for-its-address": skippedForItsAddress,
  "port-name-missing": portNameMissing,
  "port-surprise": portSurprise,
  "selector-without-resolution": selectorWithoutResolution,
  "round-robin-of-several": roundRobinOfSeveral,
  "external-with-accounts": externalWithAccounts,
  "owned-by-another": ownedByAnother,
  "port-lost-to-owner": portLostToOwner,
  "empty-selector": emptySelector,
  "sent-twice": sentTwice,
  "same-selector": sameSelector,
  "headless-skips-machine": headlessSkipsMachine,
  "unselected-entry": unselectedEntry,
  "refused-by-policy": refusedByPolicy,
  "group-lacks-port-name": groupLacksPortName,
  "group-port-surprise": groupPortSurprise,
  // places
  "failover-cannot-eject": failoverCannotEject,
  "failover-without-peer": failoverWithoutPeer,
  "single-zone-host": singleZoneHost,
  "place-without-effect": placeWithoutEffect,
  "machines-without-place": machinesWithoutPlace,
  "locality-lost": localityLost,
  "locality-of-four-parts": localityOfFourParts,
  "locality-with-a-gap": localityWithAGap,
  "zone-in-two-regions": zoneInTwoRegions,
  // networks
  "network-without-gateway": networkWithoutGateway,
  "gateway-of-nobody": gatewayOfNobody,
  "network-label-without-network": networkLabelWithoutNetwork,
  "unmarked-behind-gateway": unmarkedBehindGateway,
  "external-behind-gateway": externalBehindGateway,
  "address-by-gateway-only": addressByGatewayOnly,
  // control plane
};
