import type { ViewKind } from "@/lib/contract/views/view";
import type { OpenView } from "@/lib/server/live/view-source";
import { openControlPlane } from "./control-plane";
import { openEntries } from "./entries";
import { openEntry } from "./entry";
import { openFindings } from "./findings";
import { openFindingsOf } from "./findings-of";
import { openFleet } from "./fleet";
import { openFoundOn } from "./found-on";
import { openGroup } from "./group";
import { openGroupFindings } from "./group-findings";
import { openGroups } from "./groups";
import { openIncident } from "./incident";
import { openIncidents } from "./incidents";
import { openIncidentsOf } from "./incidents-of";
import { openLocalities } from "./localities";
import { openNetworks } from "./networks";
import { openSelectedBy } from "./selected-by";
import { openService } from "./service";
import { openServices } from "./services";
import { openServicesWithoutEndpoint } from "./services-without-endpoint";
import { openShell } from "./shell";
import { openSingleZone } from "./single-zone";
import { openStrip } from "./strip";
import { openUnselected } from "./unselected";
import { openWhatIf } from "./what-if";

/** Opens each view by its kind. */
export type Views = { readonly [Kind in ViewKind]: OpenView<Kind> };

/** A new view is one line here and one file in this folder. */
export const VIEWS: Views = {
  shell: openShell,
  fleet: openFleet,
  strip: openStrip,
  groups: openGroups,
  group: openGroup,
  entries: openEntries,
  entry: openEntry,
  "selected-by": openSelectedBy,
  service: openService,
  services: openServices,
  "services-without-endpoint": openServicesWithoutEndpoint,
  unselected: openUnselected,
  "what-if": openWhatIf,
  networks: openNetworks,
  localities: openLocalities,
  "single-zone": openSingleZone,
  "control-plane": openControlPlane,
  findings: openFindings,
  "findings-of": openFindingsOf,
  "found-on": openFoundOn,
  "group-findings": openGroupFindings,
  incidents: openIncidents,
  incident: openIncident,
  "incidents-of": openIncidentsOf,
};
