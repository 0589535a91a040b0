/** The user name that the clusters have. */
interface Named {
  readonly name: string;
}

/** How a page's viewer came to be known, and the user name; null where nobody signs in. */
interface Session {
  readonly signIn: string;
  readonly name: string | null;
}

/** Does the server write at all? */
interface Writing {
  readonly mayWrite: boolean;
}

export const SIGN_IN_NOTES = {
  "not-begun": "This sign-in was not begun in this browser, or more than ten minutes ago. Begin again.",
  "long-link": "This link is too long to keep. After the sign-in the first page opens: open the link again then.",
} as const;

/** Who is signed in. */
export function signedInWords({ name }: Named): string {
  return `Signed in as ${name}.`;
}

/** What a page says in the place of what may be changed, where the server writes nothing. */
const NOTHING_CHANGES = "Nothing can be changed.";

/** As whom the server acts for this page. */
export function actingWords({ signIn, name, mayWrite }: Session & Writing): string {
  if (signIn === "kiosk") return `Nobody signs in here: whoever passes by sees the namespaces that this display is set to show. ${NOTHING_CHANGES}`;
  const [does, ending] = mayWrite ? ["see and change", ""] : ["see", ` ${NOTHING_CHANGES}`];
  if (name === null) return `Nobody signs in here: you ${does} what this server's own account may, and so does whoever reaches it.${ending}`;
  const allowed = `You ${does} what the cluster allows you, as far as this server may read it.${ending}`;
  if (signIn === "proxy") return `${signedInWords({ name })} A proxy in front of this server says so. ${allowed}`;
  return `${signedInWords({ name })} ${allowed}`;
}

/** What somebody has of signing in. */
export function signInWords({ mayWrite }: Writing): string {
  const seen = "You see what the cluster allows you to list and watch";
  return mayWrite ? `${seen}, and change what it allows you to change.` : `${seen}. ${NOTHING_CHANGES}`;
}

/** With whose account one object is read. */
export function readAsWords({ signIn, name }: Session): string {
  if (signIn === "kiosk") return "This display reads no single object: neither its YAML nor its events are shown.";
  if (name === null) return "As stored in the API server, read with this server's account.";
  if (signIn === "proxy") return "As stored in the API server, read with this server's account, which impersonates you.";
  return "As stored in the API server, read with your own account.";
}

/** Which name the cluster's own audit log has of what is asked and changed from this page. */
export function auditNameWords({ signIn, name }: Session): string {
  if (name === null) return "The cluster's audit log has the name of this server's account.";
  if (signIn === "proxy") return "The cluster's audit log has your name as the impersonated user, beside that of this server's account.";
  return "The cluster's audit log has your name.";
}

/** Text about the effect of a sign-out in this and other processes. */
export function signOutWords({ signIn }: Pick<Session, "signIn">): string {
  if (signIn === "proxy") return "You sign out at the proxy. A page that is open elsewhere ends a minute after the token that it was opened with expires.";
  return "The pages of this browser end at once. This process refuses copies of its cookie. Others with the same database do within ten seconds.";
}

/** What a page says to whoever is not let in by the proxy in front: the server's own sentence stands below it. */
export const TURNED_AWAY = {
  unauthorized: "You are not signed in.",
  forbidden: "You are not let in.",
  unchecked: "It could not be checked who you are.",
  open: "Open the sign-in",
  again: "Try again",
} as const;

/** What the sign-in page says where a proxy signs people in and out. */
export const PROXY_WORDS = {
  title: "A proxy signs you in.",
  sub: "The proxy in front of this server says who you are with every request. You sign out there.",
  open: "Open Stolos",
  out: "Sign out",
} as const;

/** What a page says once nobody is signed in any more, and the link that it offers. */
export const SIGNED_OUT = {
  title: "Signed out",
  sentence: "You are not signed in any more: your token has expired, is not taken any more, or somebody signed out. Nothing here is confirmed since.",
  /** After a reason that the server gave. */
  unconfirmed: "Nothing here is confirmed since.",
  link: "Sign in again in a new tab",
  todo: "This page goes on by itself then. Filters that you typed, drafts and edits stay.",
} as const;

/** What a page says above it where the server does not let its viewer in any more. */
export const NOT_LET_IN = {
  title: "Not let in",
  sentence: "The server does not let you in any more.",
  todo: "It is tried again by itself. If it lasts, ask whoever runs this server.",
} as const;

/** What a page says where a provider left the groups of its viewer out. */
export const LACKS_GROUPS = {
  title: "Your groups are not known",
  sentence: "You are in so many groups that the provider leaves them out of your ID token: what the cluster allows your groups does not count here.",
  todo: "Whoever runs the provider can have it put fewer groups in.",
} as const;

/** What is wrong where some cluster could not be asked what a viewer may see. It does not name the cluster: who asks may be nobody there. */
export const NOT_ALL_ASKED = {
  title: "Not every cluster could be asked what you may see",
  detail: "At least one did not answer. Nothing of it is shown, and what is counted leaves it out.",
  fix: "It is asked again by itself.",
} as const;

/** What is answered in the place of anything new while what a viewer may see could not be checked. */
export const NOT_CHECKED = {
  title: "Could not be checked",
  detail: "Whether you may see this could not be checked with the API server. Nothing new is shown until it can be; it is tried again by itself.",
} as const;
