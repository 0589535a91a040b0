/** A verb on a resource, or on a subresource of it, in one namespace. `group`: "" for the core group. */
interface VerbOnResource {
  readonly verb: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly group: string;
  readonly namespace: string;
}

/** Which verb is missing, without a full stop; the resource as kubectl names it, such as "serviceaccounts/token". */
function missingVerbWords({ verb, resource, subresource, group, namespace }: VerbOnResource): string {
  const named = group === "" ? resource : `${resource}.${group}`;
  return `The verb ${verb} on ${subresource === undefined ? named : `${named}/${subresource}`} in namespace ${namespace} is missing`;
}

/** Which verbs are missing, without the last full stop; "" for none. */
export function missingVerbsWords(missing: readonly VerbOnResource[]): string {
  return missing.map(missingVerbWords).join(". ");
}

/** `noun`: what a person calls the object, such as "group". */
export function conflictWords({ noun }: { readonly noun: string }): string {
  return `Somebody changed the ${noun} since this page showed it. Look at what it says now, then try again.`;
}

export function alreadyThereWords({ noun }: { readonly noun: string }): string {
  return `There is a ${noun} of this name already. Nothing was changed.`;
}

export function objectGoneWords({ noun }: { readonly noun: string }): string {
  return `The ${noun} is not there any more.`;
}

export function noVersionWords({ noun }: { readonly noun: string }): string {
  return `The version of a ${noun} is a whole number above 0, as the page shows it. Load the page again, then save.`;
}

/** A failure after which it is certain that nothing was changed. `message`: a sentence. */
export function nothingChangedWords({ message }: { readonly message: string }): string {
  return `${message} Nothing was changed: try again.`;
}

/** A failure after the change was sent: the answer got lost, and with it whether the change was made. `message`: a sentence. */
export function notKnownWhetherDoneWords({ message }: { readonly message: string }): string {
  return `${message} It is not known whether the change was made: look at the page, then try again.`;
}

/** The answer of our own server to a command that did not arrive or cannot be read: `status` = what it answered, else `reason` of the browser, "" = none. */
export function answerLostWords(lost: { readonly status: number } | { readonly reason: string }): string {
  if ("status" in lost) return notKnownWhetherDoneWords({ message: `The server answered ${lost.status}.` });
  return notKnownWhetherDoneWords({ message: lost.reason === "" ? "The server cannot be reached." : `The server cannot be reached: ${lost.reason}.` });
}

/** `missing`: which verbs, without the last full stop. */
export function mayNotChangeWords({ missing }: { readonly missing: string }): string {
  return `You may not change it. ${missing}.`;
}

/** `manager`: the tool that keeps the object as it wants it. */
export function managedElsewhereWords({ manager, noun }: { readonly manager: string; readonly noun: string }): string {
  return `${manager} manages this ${noun} and may take the change back: change it there too.`;
}

/** A change that this server only lets the API server try. */
export function onlyTriedWords({ noun }: { readonly noun: string }): string {
  return `A ${noun} is only tried here, and never written. Apply it with kubectl, or by Git.`;
}

/** A change that has no trial: the API server would make it then too. */
export function noTrialWords({ noun }: { readonly noun: string }): string {
  return `This cannot be tried on a ${noun}: a trial would do it.`;
}

/** The answer of our own server to a trial that did not arrive or cannot be read: of a trial nothing is left behind. */
export function trialLostWords(lost: { readonly status: number } | { readonly reason: string }): string {
  const what =
    "status" in lost
      ? `The server answered ${lost.status}.`
      : lost.reason === ""
        ? "The server cannot be reached."
        : `The server cannot be reached: ${lost.reason}.`;
  return nothingChangedWords({ message: what });
}
