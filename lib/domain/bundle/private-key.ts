/** Does a text hold a private key in PEM? A file of certificates that somebody pastes may have one beside them, and no machine may get it. */
export function holdsPrivateKey(text: string): boolean {
  return /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/.test(text);
}
