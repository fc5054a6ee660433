import type { Person } from '../../machines/account.ts';
import type { HostedPages } from '../hosted/hosted-callback.ts';
import type { IdentityProvider } from '../identity-provider.ts';

export type { Person } from '../../machines/account.ts';

/** `checking` lasts until the stored session was read; a visitor is nobody we know. */
export type SessionStatus = 'checking' | 'visitor' | 'person';

export type SessionSnapshot =
  | { readonly status: 'checking' | 'visitor'; readonly person: null }
  | { readonly status: 'person'; readonly person: Person };

export const CHECKING: SessionSnapshot = { status: 'checking', person: null };
export const VISITOR: SessionSnapshot = { status: 'visitor', person: null };

/** Who is using this browser. One object for the whole page; React reads it through `useSession`. */
export type Session = {
  /** Calls `listener` after every change of the snapshot; answers how to stop that. */
  subscribe: (listener: () => void) => () => void;
  /** The same object until something changes. */
  getSnapshot: () => SessionSnapshot;
  /** A token good for at least 5 s more, refreshed when needed; null for a visitor. Never throws. */
  accessToken: () => Promise<string | null>;
  /** Like `accessToken`; `force` asks for a new token even while the old one is good, as after a 401. */
  refresh: (force: boolean) => Promise<string | null>;
  /** @param all every session of this person, not only this one. Local tokens are gone whatever the provider says. */
  signOut: (all: boolean) => Promise<void>;
  /** Takes over the tokens that the provider has just stored; settles once the person is known. */
  adoptSignIn: () => Promise<void>;
  /** What the product's own profile says; it wins over the pool's attributes. */
  setPerson: (person: Pick<Person, 'handle' | 'display_name'>) => void;
  /** Where the local pool's mails can be read; null with a real pool, whose mails really arrive. */
  mailbox: string | null;
  /** The hosted pages, and whether this very page is what they answered; null when none are configured. */
  hosted: HostedPages | null;
  /** The identity provider, loaded at the first call. */
  identity: () => Promise<IdentityProvider>;
};

export function isSameSnapshot(one: SessionSnapshot, other: SessionSnapshot): boolean {
  const { person } = one;
  if (!person || !other.person) return one.status === other.status;
  return (
    person.handle === other.person.handle &&
    person.display_name === other.person.display_name &&
    person.cognito_id === other.person.cognito_id
  );
}
