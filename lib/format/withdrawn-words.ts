/** Shown instead of the content of a page, once the server refuses its viewer. Each page loads it, so it is apart from the texts of the session. */
export const WITHDRAWN = "What was shown here is taken away until you are let in again.";

/** The headline of a page without its content. */
export const WITHDRAWN_TITLE = "Not shown any more";
