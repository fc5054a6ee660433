import type { HostedPages } from './hosted-pages.ts';
import type { IdentityProvider, Person } from './identity-provider.ts';

/** Whose sign-in was refused, and the token with which data and account can still be called for. */
export type SuspendedUser = { readonly handle: string; readonly accessToken: string };

/** `checking` lasts until the stored session has been read. */
export type SessionSnapshot =
  | { readonly status: 'checking' | 'visitor'; readonly person: null; readonly suspended?: SuspendedUser }
  | { readonly status: 'person'; readonly person: Person };

export const CHECKING: SessionSnapshot = { status: 'checking', person: null };
export const VISITOR: SessionSnapshot = { status: 'visitor', person: null };

/** The session of this browser's user. One object per page; React reads it through `useSession`. */
export type Session = {
  /** @returns unsubscribes */
  subscribe: (listener: () => void) => () => void;
  /** The same object until the session changes. */
  getSnapshot: () => SessionSnapshot;
  /** A token valid for at least 5 s, refreshed when needed; null for a visitor. Never throws. */
  accessToken: () => Promise<string | null>;
  /** The token in place of one that a 401 rejected, renewed unless that has happened already; null for a visitor. Never throws. */
  refresh: (rejected: string | null) => Promise<string | null>;
  /** The visitor is shown at once; server and provider are told afterwards. @param all ends every session of the user */
  signOut: (all: boolean) => Promise<void>;
  /** Reads the tokens that the provider has just stored; settles once the user is known. @throws for a suspended user */
  adoptSignIn: () => Promise<void>;
  /** Forgets the user whose sign-in was refused, with the token. */
  forgetSuspended: () => void;
  /** Sets the names of the product's profile, which take precedence over the pool's attributes. */
  setPerson: (person: Pick<Person, 'handle' | 'display_name'>) => void;
  /** Address of the local pool's mailbox; null with a real pool. */
  mailbox: string | null;
  /** The hosted pages; null when none are configured. */
  hosted: HostedPages | null;
  /** The identity provider, loaded at the first call. */
  identity: () => Promise<IdentityProvider>;
};

export function isSameSnapshot(one: SessionSnapshot, other: SessionSnapshot): boolean {
  const { person } = one;
  if (!person || !other.person)
    return one.status === other.status && suspendedOf(one)?.accessToken === suspendedOf(other)?.accessToken;
  return (
    person.handle === other.person.handle &&
    person.display_name === other.person.display_name &&
    person.cognito_id === other.person.cognito_id
  );
}

/** The suspended user whose sign-in was the last one, or null. */
export function suspendedOf(snapshot: SessionSnapshot): SuspendedUser | null {
  return snapshot.person === null ? (snapshot.suspended ?? null) : null;
}

/** A token's claims, read without verification, which is the server's task. */
type Claims = {
  sub: string;
  /** Seconds of the issuer's clock. */
  exp: number;
};

/** Null for anything but a token with `sub` and `exp`. */
export function readClaims(token: string): Claims | null {
  try {
    const part = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(part.replace(/-/gu, '+').replace(/_/gu, '/')), (char) =>
      char.charCodeAt(0),
    );
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Record<string, unknown>>;
    if (typeof claims.sub !== 'string' || typeof claims.exp !== 'number') return null;
    return { sub: claims.sub, exp: claims.exp };
  } catch {
    return null;
  }
}
