import { controllerSkew } from "./control-plane/controller-skew";
import { namespaceRevisionNotRunning } from "./control-plane/namespace-revision-not-running";
import { accountDiffers } from "./entries/account-differs";
import { accountMissing } from "./entries/account-missing";
import { addressEmpty } from "./entries/address-empty";
import { addressLeadsElsewhere } from "./entries/address-leads-elsewhere";
import { addressNotOfAMachine } from "./entries/address-not-of-a-machine";
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
import { machineAnalysisMessage } from "./entries/machine-analysis-message";
import { machineWaypointNotBound } from "./entries/machine-waypoint-not-bound";
import { misplacedKey } from "./entries/misplaced-key";
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
import { misplacedKeyOfGroup } from "./groups/misplaced-key-of-group";
import { nameTooLong } from "./groups/name-too-long";
import { nestedLabels } from "./groups/nested-labels";
import { probeRefused } from "./groups/probe-refused";
import { registrationOverwritten } from "./groups/registration-overwritten";
import { sameLabels } from "./groups/same-labels";
import { stillHereAfterPlan } from "./groups/still-here-after-plan";
import { analysisMessage } from "./hosts/analysis-message";
import { callersWithoutEndpoint } from "./hosts/callers-without-endpoint";
import { canaryWaypointNotAttached } from "./hosts/canary-waypoint-not-attached";
import { emptySelector } from "./hosts/empty-selector";
import { endpointLeadsElsewhere } from "./hosts/endpoint-leads-elsewhere";
import { endpointNotOfAMachine } from "./hosts/endpoint-not-of-a-machine";
import { externalWithAccounts } from "./hosts/external-with-accounts";
import { groupLacksPortName } from "./hosts/group-lacks-port-name";
import { groupPortSurprise } from "./hosts/group-port-surprise";
import { headlessSkipsMachine } from "./hosts/headless-skips-machine";
import { hostOfRevisionNotRunning } from "./hosts/host-of-revision-not-running";
import { listenerShared } from "./hosts/listener-shared";
import { misplacedKeyOfService } from "./hosts/misplaced-key-of-service";
import { nobodyAnswers } from "./hosts/nobody-answers";
import { ownedByAnother } from "./hosts/owned-by-another";
import { portLostToOwner } from "./hosts/port-lost-to-owner";
import { portNameMissing } from "./hosts/port-name-missing";
import { portSurprise } from "./hosts/port-surprise";
import { refusedByPolicy } from "./hosts/refused-by-policy";
import { roundRobinOfSeveral } from "./hosts/round-robin-of-several";
import { sameSelector } from "./hosts/same-selector";
import { selectorWithoutResolution } from "./hosts/selector-without-resolution";
import { sentBeyondExport } from "./hosts/sent-beyond-export";
import { sentTwice } from "./hosts/sent-twice";
import { skippedForItsAddress } from "./hosts/skipped-for-its-address";
import { takesNobody } from "./hosts/takes-nobody";
import { unselectedEntry } from "./hosts/unselected-entry";
import { unusedServiceEntry } from "./hosts/unused-service-entry";
import { waypointMissing } from "./hosts/waypoint-missing";
import { waypointNotBound } from "./hosts/waypoint-not-bound";
import { addressByGatewayOnly } from "./networks/address-by-gateway-only";
import { externalBehindGateway } from "./networks/external-behind-gateway";
import { gatewayOfNobody } from "./networks/gateway-of-nobody";
import { hostNotPassed } from "./networks/host-not-passed";
import { networkLabelWithoutNetwork } from "./networks/network-label-without-network";
import { networkWithoutGateway } from "./networks/network-without-gateway";
import { unmarkedBehindGateway } from "./networks/unmarked-behind-gateway";
import { distributeWithoutEndpoints } from "./places/distribute-without-endpoints";
import { failoverCannotEject } from "./places/failover-cannot-eject";
import { failoverWithoutPeer } from "./places/failover-without-peer";
import { localityLost } from "./places/locality-lost";
import { localityOfFourParts } from "./places/locality-of-four-parts";
import { localityWithAGap } from "./places/locality-with-a-gap";
import { machinesWithoutPlace } from "./places/machines-without-place";
import { placeWithoutEffect } from "./places/place-without-effect";
import { regionWithoutZone } from "./places/region-without-zone";
import { singleZoneHost } from "./places/single-zone-host";
import { zoneAsRegion } from "./places/zone-as-region";
import { zoneInTwoRegions } from "./places/zone-in-two-regions";
import type { FindingSubject, Rule } from "./rule";

/** Rules of one subject each. */
type AnyRule = { readonly [S in FindingSubject]: Rule<S> }[FindingSubject];

/** Every rule by its code. */
export const RULES: readonly AnyRule[] = [
  // entries: STL1..
  clockSkew,
  templateDrift,
  bundleDrift,
  probeNotInForce,
  healthIgnored,
  healthGateUnreadable,
  healthNeverReported,
  noReplay,
  leakedEntry,
  ghostClaim,
  groupMissing,
  ownerMissing,
  ownerOfOlderGroup,
  annotationDiffersFromOwner,
  duplicateAddress,
  addressOfAPod,
  addressEmpty,
  noAccount,
  accountDiffers,
  handWrittenInAGroup,
  neverConnected,
  revisionNotRunning,
  tunnelLabelMissing,
  accountMissing,
  flapping,
  drainLost,
  addressNotOfAMachine,
  addressLeadsElsewhere,
  misplacedKey,
  machineWaypointNotBound,
  machineAnalysisMessage,
  // groups: STL2..
  nameTooLong,
  entryNameTrouble,
  groupWithoutAccount,
  accountShared,
  groupWithoutMachines,
  sameLabels,
  nestedLabels,
  labelInBothPlaces,
  labelRefused,
  probeRefused,
  registrationOverwritten,
  gateWithoutProbe,
  entriesOfRevisionNotRunning,
  groupOfRevisionNotRunning,
  groupAccountMissing,
  stillHereAfterPlan,
  misplacedKeyOfGroup,
  // hosts: STL3..
  nobodyAnswers,
  takesNobody,
  unusedServiceEntry,
  skippedForItsAddress,
  portNameMissing,
  portSurprise,
  selectorWithoutResolution,
  roundRobinOfSeveral,
  externalWithAccounts,
  ownedByAnother,
  portLostToOwner,
  emptySelector,
  sentTwice,
  sameSelector,
  headlessSkipsMachine,
  unselectedEntry,
  refusedByPolicy,
  groupLacksPortName,
  groupPortSurprise,
  endpointNotOfAMachine,
  endpointLeadsElsewhere,
  misplacedKeyOfService,
  callersWithoutEndpoint,
  waypointNotBound,
  waypointMissing,
  canaryWaypointNotAttached,
  analysisMessage,
  sentBeyondExport,
  listenerShared,
  hostOfRevisionNotRunning,
  // places: STL4..
  failoverCannotEject,
  failoverWithoutPeer,
  singleZoneHost,
  placeWithoutEffect,
  machinesWithoutPlace,
  localityLost,
  localityOfFourParts,
  localityWithAGap,
  zoneInTwoRegions,
  distributeWithoutEndpoints,
  regionWithoutZone,
  zoneAsRegion,
  // networks: STL5..
  networkWithoutGateway,
  gatewayOfNobody,
  networkLabelWithoutNetwork,
  unmarkedBehindGateway,
  externalBehindGateway,
  addressByGatewayOnly,
  hostNotPassed,
  // control plane: STL6..
  controllerSkew,
  namespaceRevisionNotRunning,
];
