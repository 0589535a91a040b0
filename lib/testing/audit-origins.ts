/** Where a command of a test came from, which says nothing of that. */
export const NO_ORIGIN = { session: "", address: "", requestId: "" };

export const AN_ORIGIN = { session: "a-session", address: "192.0.2.7", requestId: "a-request" };
