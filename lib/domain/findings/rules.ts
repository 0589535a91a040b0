import { controllerSkew, namespaceRevisionNotRunning } from "./control-plane";
import { accountDiffers, accountMissing, noAccount } from "./entries/accounts";
import { addressEmpty, addressLeadsElsewhere, addressNotOfAMachine, addressOfAPod, duplicateAddress } from "./entries/addresses";
import { clockSkew, drainLost, ghostClaim, leakedEntry, neverConnected } from "./entries/connections";
import { flapping, healthGateUnreadable, healthIgnored, healthNeverReported, noReplay, probeNotInForce } from "./entries/health";
import { machineAnalysisMessage, machineWaypointNotBound, misplacedKey, revisionNotRunning, tunnelLabelMissing } from "./entries/labels-and-status";
import { annotationDiffersFromOwner, groupMissing, handWrittenInAGroup, ownerMissing, ownerOfOlderGroup } from "./entries/membership";
import { bundleDrift, templateDrift } from "./entries/template";
import { accountShared, groupAccountMissing, groupWithoutAccount } from "./groups/accounts";
import { labelInBothPlaces, labelRefused, misplacedKeyOfGroup, nestedLabels, sameLabels } from "./groups/labels";
import { gateWithoutProbe, probeRefused } from "./groups/probes";
import { entryNameTrouble, groupWithoutMachines, nameTooLong, registrationOverwritten, stillHereAfterPlan } from "./groups/registration";
import { entriesOfRevisionNotRunning, groupOfRevisionNotRunning } from "./groups/revisions";
import {
  distributeWithoutEndpoints,
  failoverCannotEject,
  failoverWithoutPeer,
  machinesWithoutPlace,
  placeWithoutEffect,
  singleZoneHost,
} from "./localities/load-balancing";
import { localityLost, localityOfFourParts, localityWithAGap, regionWithoutZone, zoneAsRegion, zoneInTwoRegions } from "./localities/names";
import { externalBehindGateway, networkLabelWithoutNetwork, unmarkedBehindGateway } from "./networks/behind-gateways";
import { addressByGatewayOnly, gatewayOfNobody, hostNotPassed, networkWithoutGateway } from "./networks/gateways";
import type { AnyRule, FindingSubject, Rule } from "./rule";
import { callersWithoutEndpoint, endpointLeadsElsewhere, endpointNotOfAMachine, headlessSkipsMachine, nobodyAnswers } from "./services/endpoints";
import { ownedByAnother, portLostToOwner, sentBeyondExport, sentTwice } from "./services/host-names";
import {
  analysisMessage,
  canaryWaypointNotAttached,
  hostOfRevisionNotRunning,
  misplacedKeyOfService,
  waypointMissing,
  waypointNotBound,
} from "./services/labels-and-status";
import { listenerShared } from "./services/listeners";
import { externalWithAccounts, refusedByPolicy } from "./services/mutual-tls";
import { groupLacksPortName, groupPortSurprise, portNameMissing, portSurprise } from "./services/ports";
import { roundRobinOfSeveral, selectorWithoutResolution, skippedForItsAddress } from "./services/resolution";
import { emptySelector, sameSelector, takesNobody, unselectedEntry, unusedServiceEntry } from "./services/selectors";

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
