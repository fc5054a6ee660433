/** The claims of a verified access token. */
export interface Session {
  /** The person's id at the identity provider, a UUID. */
  sub: string;
  /** The id of the sign-in that the token descends from; a refresh keeps it. */
  originJti: string;
  /** The time of that sign-in, in epoch seconds. */
  authTime: number;
  /** The expiry of the token, in epoch milliseconds. */
  expiresAt: number;
}

/** A person's identity in the store. */
export interface Person {
  sub: string;
  handle: string;
  display_name: string;
}

/** The caller: a person with a valid session. Visitors are `null`. */
export interface Viewer extends Person {
  session: Session;
}
