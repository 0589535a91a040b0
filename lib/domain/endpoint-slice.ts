import type { EndpointSlice } from "./selection/objects";
import type { TableObject } from "./table-object";

/** An EndpointSlice that the controller of Kubernetes did not write, as the server stores it. */
export interface ServiceSlice extends TableObject, EndpointSlice {}
