/** What a verified access token says, and nothing it does not. */
export interface Session {
  /** The person's id at the identity provider, a UUID. */
  sub: string;
  /** The sign-in that this token descends from; refreshing keeps it. */
  originJti: string;
  /** When that sign-in was, in epoch seconds. */
  authTime: number;
  /** When the token ends, in epoch milliseconds. */
  expiresAt: number;
}

/** A person as the store knows them. */
export interface Person {
  sub: string;
  handle: string;
  display_name: string;
}

/** Who is asking: a known person with a session that stands. Visitors are `null`. */
export interface Viewer extends Person {
  session: Session;
}
