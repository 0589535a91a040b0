/** Shown instead of the content of a page after the server refused its viewer. Each page loads it, so it is not with the texts of the session. */
export const WITHDRAWN = "This page is hidden until you have access again.";

/** The headline of a page without its content. */
export const WITHDRAWN_TITLE = "Not shown any more";
