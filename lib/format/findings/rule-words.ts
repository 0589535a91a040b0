import { controllerSkew } from "./control-plane/controller-skew";
import { namespaceRevisionNotRunning } from "./control-plane/namespace-revision-not-running";
import { accountDiffers } from "./entries/account-differs";
import { accountMissing } from "./entries/account-missing";
import { addressEmpty } from "./entries/address-empty";
import { addressOfAPod } from "./entries/address-of-a-pod";
import { annotationDiffersFromOwner } from "./entries/annotation-differs-from-owner";
import { bundleDrift } from "./entries/bundle-drift";
import { clockSkew } from "./entries/clock-skew";
import { drainLost } from "./entries/drain-lost";
import { duplicateAddress } from "./entries/duplicate-address";
import { flapping } from "./entries/flapping";
import { ghostClaim } from "./entries/ghost-claim";
import { groupMissing } from "./entries/group-missing";
import { handWrittenInAGroup } from "./entries/hand-written-in-a-group";
import { healthGateUnreadable } from "./entries/health-gate-unreadable";
import { healthIgnored } from "./entries/health-ignored";
import { healthNeverReported } from "./entries/health-never-reported";
import { leakedEntry } from "./entries/leaked-entry";
import { neverConnected } from "./entries/never-connected";
import { noAccount } from "./entries/no-account";
import { noReplay } from "./entries/no-replay";
import { ownerMissing } from "./entries/owner-missing";
import { ownerOfOlderGroup } from "./entries/owner-of-older-group";
import { probeNotInForce } from "./entries/probe-not-in-force";
import { revisionNotRunning } from "./entries/revision-not-running";
import { templateDrift } from "./entries/template-drift";
import { tunnelLabelMissing } from "./entries/tunnel-label-missing";
import { accountShared } from "./groups/account-shared";
import { entriesOfRevisionNotRunning } from "./groups/entries-of-revision-not-running";
import { entryNameTrouble } from "./groups/entry-name-trouble";
import { gateWithoutProbe } from "./groups/gate-without-probe";
import { groupAccountMissing } from "./groups/group-account-missing";
import { groupOfRevisionNotRunning } from "./groups/group-of-revision-not-running";
import { groupWithoutAccount } from "./groups/group-without-account";
import { groupWithoutMachines } from "./groups/group-without-machines";
import { labelInBothPlaces } from "./groups/label-in-both-places";
import { labelRefused } from "./groups/label-refused";
import { nameTooLong } from "./groups/name-too-long";
import { nestedLabels } from "./groups/nested-labels";
import { probeRefused } from "./groups/probe-refused";
import { registrationOverwritten } from "./groups/registration-overwritten";
import { sameLabels } from "./groups/same-labels";
import { stillHereAfterPlan } from "./groups/still-here-after-plan";
import { emptySelector } from "./hosts/empty-selector";
import { externalWithAccounts } from "./hosts/external-with-accounts";
import { groupLacksPortName } from "./hosts/group-lacks-port-name";
import { groupPortSurprise } from "./hosts/group-port-surprise";
import { headlessSkipsMachine } from "./hosts/headless-skips-machine";
import { hostOfRevisionNotRunning } from "./hosts/host-of-revision-not-running";
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
import { hostNotPassed } from "./networks/host-not-passed";
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
  "template-drift": templateDrift,
  "bundle-drift": bundleDrift,
  "probe-not-in-force": probeNotInForce,
  "health-ignored": healthIgnored,
  "health-gate-unreadable": healthGateUnreadable,
  "health-never-reported": healthNeverReported,
  "no-replay": noReplay,
  "leaked-entry": leakedEntry,
  "ghost-claim": ghostClaim,
  "group-missing": groupMissing,
  "owner-missing": ownerMissing,
  "owner-of-older-group": ownerOfOlderGroup,
  "annotation-differs-from-owner": annotationDiffersFromOwner,
  "duplicate-address": duplicateAddress,
  "address-of-a-pod": addressOfAPod,
  "address-empty": addressEmpty,
  "no-account": noAccount,
  "account-differs": accountDiffers,
  "hand-written-in-a-group": handWrittenInAGroup,
  "never-connected": neverConnected,
  "revision-not-running": revisionNotRunning,
  "tunnel-label-missing": tunnelLabelMissing,
  "account-missing": accountMissing,
  flapping,
  "drain-lost": drainLost,
  // groups
  "name-too-long": nameTooLong,
  "entry-name-trouble": entryNameTrouble,
  "group-without-account": groupWithoutAccount,
  "account-shared": accountShared,
  "group-without-machines": groupWithoutMachines,
  "same-labels": sameLabels,
  "nested-labels": nestedLabels,
  "label-in-both-places": labelInBothPlaces,
  "label-refused": labelRefused,
  "probe-refused": probeRefused,
  "registration-overwritten": registrationOverwritten,
  "gate-without-probe": gateWithoutProbe,
  "entries-of-revision-not-running": entriesOfRevisionNotRunning,
  "group-of-revision-not-running": groupOfRevisionNotRunning,
  "group-account-missing": groupAccountMissing,
  "still-here-after-plan": stillHereAfterPlan,
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
  "host-of-revision-not-running": hostOfRevisionNotRunning,
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
  "host-not-passed": hostNotPassed,
  // control plane
  "controller-skew": controllerSkew,
  "namespace-revision-not-running": namespaceRevisionNotRunning,
};
