/** Where the provider sends browsers back to: a path of this server. */
export const CALLBACK_PATH = "/api/sign-in/callback";
