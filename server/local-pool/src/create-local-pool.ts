import { setTimeout } from 'node:timers/promises';
import type { Audit, Caller, GlobalSignOut, PoolContext, SessionsEnded } from './context.ts';
import { refusals } from './errors.ts';
import { createHostedLogin, type HostedLogin } from './hosted/create-hosted-login.ts';
import type { Clock } from './lifetimes.ts';
import { listMail, type StoredMail } from './mail/mailbox.ts';
import { ISSUER } from './names.ts';
import { operations } from './operations.ts';
import { createRelyingParty } from './passkeys/verify.ts';
import { listAttributes } from './people/attributes.ts';
import {
  type ConfirmedPerson,
  createConfirmedPerson,
  createInvitedPerson,
} from './people/provision-person.ts';
import { type Jwks, openKeyRing } from './secrets/signing-keys.ts';
import { openVault } from './secrets/vault.ts';
import { sweep } from './sweep.ts';
import { endPersonSessions } from './tokens/end-sessions.ts';
import type { Store } from './tables.ts';
import { prepareGroup } from './srp/group.ts';
import { findTokenPerson } from './tokens/token-holder.ts';
import type { Redirects } from './redirects.ts';
import type { Mailer } from './mailer.ts';
import { deletePoolUser } from './operations/delete-user.ts';

export type LocalPoolOptions = {
  /** A store with all `poolMigrations` applied. */
  db: Store;
  clock: Clock;
  mailer: Pick<Mailer, 'send'>;
  /** The lifetime of access and ID tokens, in seconds. */
  accessSeconds: number;
  issuer?: string;
  /** The redirect addresses of the hosted sign-in; none by default. */
  redirects?: Redirects;
  /** Whether the identity pool accepts guests. */
  allowGuest?: boolean;
  /** The site's address in browsers, besides loopback addresses: passkeys are bound to its host. */
  publicUrl?: string | undefined;
  /** False for tests only. */
  rateLimits?: boolean;
  /** False when no mailbox shows mails: then mails of an earlier configuration are deleted. */
  storesMail?: boolean;
  /** Delays answers; in real time by default. */
  wait?: (ms: number) => Promise<void>;
  /** Called before the pool ends the sessions; when it rejects, the client can repeat the call. */
  onGlobalSignOut?: (event: GlobalSignOut) => Promise<void>;
  /** Called before a handle is changed; by default every handle may change. */
  isHandleInUse?: (sub: string) => Promise<boolean>;
  /** The same for single sessions: a token was revoked, a device forgotten. */
  onSessionsEnded?: (event: SessionsEnded) => Promise<void>;
  /** Erases a person from the server; the pool deletes its own rows afterwards. */
  onDeleteUser?: (sub: string, caller: Caller) => Promise<void>;
  audit?: Audit;
};

export type LocalPool = {
  /** Runs the operation named by an `x-amz-target` header. @throws PoolError */
  callOperation(target: string, body: unknown, caller: Caller): Promise<object>;
  /** All published keys, read from the store each time. */
  readJwks(): Promise<Jwks>;
  /** Publishes the next signing key, which signs ten minutes later. Runs automatically every 90 days. */
  rotateKeys(): Promise<void>;
  issuer: string;
  hosted: HostedLogin;
  /** A person's attributes by name, as in GetUser, including `sub`. @throws PoolError */
  readAttributes(accessToken: string): Promise<Record<string, string>>;
  /** Creates a person who can sign in at once. Idempotent. @throws PoolError */
  createConfirmedPerson(person: ConfirmedPerson): Promise<{ sub: string }>;
  /** Creates a person with a temporary password, to be replaced at the first sign-in. @throws PoolError */
  createInvitedPerson(person: ConfirmedPerson): Promise<{ sub: string }>;
  /** Deletes a person whom the server has erased, without a token of theirs. Idempotent. */
  deletePoolUser(sub: string): Promise<void>;
  /** Ends sessions of a person, as RevokeToken does, without their tokens. Sessions of others and unknown ones are left alone. */
  endSessions(ended: SessionsEnded): Promise<void>;
  /** Deletes expired rows; to be called every few minutes. @throws the first failure, after all tables were tried */
  deleteExpired(): Promise<void>;
  /** The stored mails to one address, or to all, newest first. */
  listMail(to?: string): Promise<StoredMail[]>;
};

/** Opens the user pool of a store. The store holds all its state, so any number of gateways may open it. */
export async function createLocalPool(options: LocalPoolOptions): Promise<LocalPool> {
  prepareGroup();
  const contextFor = await createContexts(options);
  const context = contextFor(NO_CALLER);
  return {
    issuer: context.issuer,
    hosted: createHostedLogin(context, contextFor),
    async callOperation(target, body, caller) {
      const run = operations.get(target);
      if (!run) throw refusals.unknownOperation();
      await context.keys.refreshKeys();
      return run(body, contextFor(caller), caller).catch(refuseDeletedPerson);
    },
    readJwks: async () => (await context.keys.reload()).jwks,
    rotateKeys: () => context.keys.publishNextKey(),
    async readAttributes(accessToken) {
      await context.keys.refreshKeys();
      const person = await findTokenPerson(context, accessToken);
      return Object.fromEntries(listAttributes(person).map(({ Name, Value }) => [Name, Value]));
    },
    createConfirmedPerson: (person) => createConfirmedPerson(context, person),
    createInvitedPerson: (person) => createInvitedPerson(context, person),
    deletePoolUser: (sub) => deletePoolUser(context, sub),
    endSessions: (ended) => endPersonSessions(context, ended),
    deleteExpired: () => sweep(context),
    listMail: (to) => listMail(context.db, to),
  };
}

/** The server's own calls, such as the periodic deletion. */
const NO_CALLER: Caller = { address: '' };

async function createContexts(options: LocalPoolOptions): Promise<(caller: Caller) => PoolContext> {
  const { db, clock, mailer, accessSeconds } = options;
  const vault = await openVault(db);
  const keys = await openKeyRing({ db, vault, clock });
  const { onDeleteUser = doNothing, audit = () => undefined } = options;
  const shared = {
    db,
    clock,
    mailer,
    accessSeconds,
    vault,
    keys,
    relyingParty: createRelyingParty(options.publicUrl),
    issuer: options.issuer ?? ISSUER,
    redirects: options.redirects ?? { signIn: [], signOut: [] },
    allowGuest: options.allowGuest ?? false,
    rateLimits: options.rateLimits ?? true,
    storesMail: options.storesMail ?? true,
    wait: options.wait ?? ((ms) => setTimeout(ms)),
    isHandleInUse: options.isHandleInUse ?? (() => Promise.resolve(false)),
    onGlobalSignOut: options.onGlobalSignOut ?? doNothing,
    onSessionsEnded: options.onSessionsEnded ?? doNothing,
  };
  return (caller) => ({
    ...shared,
    onDeleteUser: (sub) => onDeleteUser(sub, caller),
    audit: (event) => audit(event, caller),
  });
}

const doNothing = () => Promise.resolve();

const FOREIGN_KEY_VIOLATION = '23503';

/** Every foreign key of the pool references a person: a violation means that the person has just been deleted. */
function refuseDeletedPerson(error: unknown): never {
  const isPersonDeleted = error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION;
  throw isPersonDeleted ? refusals.noSuchPerson() : error;
}
