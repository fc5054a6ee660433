import { setTimeout } from 'node:timers/promises';
import type { Audit, Caller, GlobalSignOut, PoolContext, SessionsEnded } from './context.ts';
import { refusals } from './errors.ts';
import { createHostedLogin, type HostedLogin } from './hosted/create-hosted-login.ts';
import type { Redirects } from './hosted/redirects.ts';
import type { Clock } from './lifetimes.ts';
import { listMail, type StoredMail } from './mail/mailbox.ts';
import type { Mailer } from './mail/mailer.ts';
import { ISSUER } from './names.ts';
import { operations } from './operations.ts';
import { relyingPartyOf } from './passkeys/verify.ts';
import { listAttributes } from './people/attributes.ts';
import { deletePoolUser } from './people/delete-person.ts';
import {
  type ConfirmedPerson,
  createConfirmedPerson,
  createInvitedPerson,
} from './people/provision-person.ts';
import { type Jwks, openKeyRing } from './secrets/signing-keys.ts';
import { openVault } from './secrets/vault.ts';
import { createSweeper } from './sweep.ts';
import type { Store } from './tables.ts';
import { findTokenPerson } from './tokens/token-holder.ts';

export type LocalPoolOptions = {
  /** A store that `poolMigrations` have been run on. */
  db: Store;
  clock: Clock;
  mailer: Mailer;
  /** How long access and ID tokens live, in seconds. */
  accessSeconds: number;
  issuer?: string;
  /** Where the hosted sign-in may send people; nowhere when left out. */
  redirects?: Redirects;
  /** Whether the identity pool knows guests. */
  allowGuest?: boolean;
  /** Where people's browsers find the program, beside this computer itself: passkeys are bound to its host. */
  publicUrl?: string | undefined;
  /** False for tests only. */
  rateLimits?: boolean;
  /** False where no mailbox shows mails: then those of an earlier configuration are deleted. */
  storesMail?: boolean;
  /** How answers are held back; in real time when left out. */
  wait?: (ms: number) => Promise<void>;
  /** Told before the pool itself ends the sessions; when it fails, the caller may repeat the call. */
  onGlobalSignOut?: (event: GlobalSignOut) => Promise<void>;
  /** Asked before a handle is changed; left out, every handle may be. */
  isHandleInUse?: (sub: string) => Promise<boolean>;
  /** As above, when single sessions end: a token was revoked, a device forgotten. */
  onSessionsEnded?: (event: SessionsEnded) => Promise<void>;
  /** Erases what the rest of the program keeps of a person; the pool forgets them after it. */
  onDeleteUser?: (sub: string) => Promise<void>;
  /** Told what concerns the security of an account. */
  audit?: Audit;
  /** Told how each sweep over old rows went; null when it went well. */
  onSwept?: (error: unknown) => void;
};

export type LocalPool = {
  /** Runs the operation named by an `x-amz-target` header. @throws PoolError */
  callOperation(target: string, body: unknown, caller: Caller): Promise<object>;
  /** All published keys, read from the store each time. */
  readJwks(): Promise<Jwks>;
  /** Publishes the next signing key, which signs from ten minutes later on; it happens by itself every 90 days. */
  rotateKeys(): Promise<void>;
  issuer: string;
  hosted: HostedLogin;
  /** A person's attributes by name, as GetUser gives them, `sub` among them. @throws PoolError */
  readAttributes(accessToken: string): Promise<Record<string, string>>;
  /** Makes a person who can sign in at once; repeating it changes nothing. @throws PoolError */
  createConfirmedPerson(person: ConfirmedPerson): Promise<{ sub: string }>;
  /** Makes a person with a temporary password, to be replaced at the first sign-in. @throws PoolError */
  createInvitedPerson(person: ConfirmedPerson): Promise<{ sub: string }>;
  /** Forgets a person whom the program erases, whoever asked for it and whatever became of their sign-ins. */
  deletePoolUser(sub: string): Promise<void>;
  /** The kept mails to one address, or to all, newest first. */
  listMail(to?: string): Promise<StoredMail[]>;
};

/** Opens the user pool of a store. All its state lives there, so any number of gateways may have it open. */
export async function createLocalPool(options: LocalPoolOptions): Promise<LocalPool> {
  const context = await createContext(options);
  const sweep = createSweeper(context, options.onSwept);
  return {
    issuer: context.issuer,
    hosted: createHostedLogin(context),
    async callOperation(target, body, caller) {
      const run = operations.get(target);
      if (!run) throw refusals.unknownOperation();
      await sweep();
      await context.keys.refreshKeys();
      return run(body, context, caller).catch(refuseDeletedPerson);
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
    listMail: (to) => listMail(context.db, to),
  };
}

async function createContext(options: LocalPoolOptions): Promise<PoolContext> {
  const { db, clock, mailer, accessSeconds } = options;
  const vault = await openVault(db);
  const keys = await openKeyRing({ db, vault, clock });
  return {
    db,
    clock,
    mailer,
    accessSeconds,
    vault,
    keys,
    relyingParty: relyingPartyOf(options.publicUrl),
    issuer: options.issuer ?? ISSUER,
    redirects: options.redirects ?? { signIn: [], signOut: [] },
    allowGuest: options.allowGuest ?? false,
    rateLimits: options.rateLimits ?? true,
    storesMail: options.storesMail ?? true,
    wait: options.wait ?? ((ms) => setTimeout(ms)),
    isHandleInUse: options.isHandleInUse ?? (() => Promise.resolve(false)),
    onGlobalSignOut: options.onGlobalSignOut ?? nothing,
    onSessionsEnded: options.onSessionsEnded ?? nothing,
    onDeleteUser: options.onDeleteUser ?? nothing,
    audit: options.audit ?? (() => undefined),
  };
}

const nothing = () => Promise.resolve();

const FOREIGN_KEY_VIOLATION = '23503';

/** Every foreign key of the pool leads to a person: one that fails is of somebody who was deleted a moment ago. */
function refuseDeletedPerson(error: unknown): never {
  const isOfNobody = error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION;
  throw isOfNobody ? refusals.noSuchPerson() : error;
}
