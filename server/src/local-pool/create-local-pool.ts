import type { Clock } from './clock.ts';
import type { Caller, PoolContext, SessionsEnded, SignOutEverywhere } from './context.ts';
import { refusals } from './errors.ts';
import { createHostedLogin, type HostedLogin } from './hosted/create-hosted-login.ts';
import type { Redirects } from './hosted/redirects.ts';
import type { Mailer } from './mail/mailer.ts';
import { listMail, type KeptMail } from './mail/outbox.ts';
import { ISSUER } from './names.ts';
import { relyingPartyOf } from './passkeys/relying-party.ts';
import { listAttributes } from './people/attributes.ts';
import { createConfirmedPerson, type ConfirmedPerson } from './people/create-confirmed-person.ts';
import { createInvitedPerson } from './people/create-invited-person.ts';
import { forgetPerson } from './people/delete-person.ts';
import { openSigningKeys, type Jwks } from './secrets/signing-keys.ts';
import { openVault } from './secrets/vault.ts';
import { createSweeper } from './sweep.ts';
import type { Store } from './tables.ts';
import { targets } from './targets.ts';
import { personOfToken } from './tokens/person-of-token.ts';

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
  /** Told before the pool itself ends the sessions; when it fails, the caller may repeat the call. */
  onGlobalSignOut?: (event: SignOutEverywhere) => Promise<void>;
  /** Asked before a handle is changed; left out, every handle may be. */
  isHandleInUse?: (sub: string) => Promise<boolean>;
  /** As above, when single sessions end: a token was revoked, a device forgotten. */
  onSessionsEnded?: (event: SessionsEnded) => Promise<void>;
  /** Erases what the rest of the program keeps of a person; the pool forgets them after it. */
  onDeleteUser?: (sub: string) => Promise<void>;
};

export type LocalPool = {
  /** Runs the operation named by an `x-amz-target` header. @throws PoolError */
  call(target: string, body: unknown, caller: Caller): Promise<object>;
  /** All published keys, read from the store each time. */
  jwks(): Promise<Jwks>;
  /** Publishes the next signing key, which signs from ten minutes later on; it happens by itself every 90 days. */
  rotateKeys(): Promise<void>;
  issuer: string;
  hosted: HostedLogin;
  /** A person's attributes by name, as GetUser gives them, `sub` among them. @throws PoolError */
  attributesOf(accessToken: string): Promise<Record<string, string>>;
  /** Makes a person who can sign in at once; repeating it changes nothing. @throws PoolError */
  createConfirmedPerson(person: ConfirmedPerson): Promise<{ sub: string }>;
  /** Makes a person with a temporary password, to be replaced at the first sign-in. @throws PoolError */
  createInvitedPerson(person: ConfirmedPerson): Promise<{ sub: string }>;
  /** Forgets a person whom the program erases, whoever asked for it and whatever became of their sign-ins. */
  forgetPerson(sub: string): Promise<void>;
  /** The kept mails to one address, or to all, newest first. */
  mail(to?: string): Promise<KeptMail[]>;
};

/** Opens the user pool of a store. All its state lives there, so any number of gateways may have it open. */
export async function createLocalPool(options: LocalPoolOptions): Promise<LocalPool> {
  const context = await openContext(options);
  const sweep = createSweeper(context);
  return {
    issuer: context.issuer,
    hosted: createHostedLogin(context),
    async call(target, body, caller) {
      const run = targets.get(target);
      if (!run) throw refusals.unknownOperation();
      await sweep();
      await context.keys.keepFresh();
      return run(body, context, caller).catch(refuseTheDeleted);
    },
    jwks: async () => (await context.keys.reload()).jwks,
    rotateKeys: () => context.keys.announce(),
    async attributesOf(accessToken) {
      await context.keys.keepFresh();
      const person = await personOfToken(context, accessToken);
      return Object.fromEntries(listAttributes(person).map(({ Name, Value }) => [Name, Value]));
    },
    createConfirmedPerson: (person) => createConfirmedPerson(context, person),
    createInvitedPerson: (person) => createInvitedPerson(context, person),
    forgetPerson: (sub) => forgetPerson(context, sub),
    mail: (to) => listMail(context.db, to),
  };
}

async function openContext(options: LocalPoolOptions): Promise<PoolContext> {
  const { db, clock, mailer, accessSeconds } = options;
  const vault = await openVault(db);
  const keys = await openSigningKeys({ db, vault, clock });
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
    isHandleInUse: options.isHandleInUse ?? (() => Promise.resolve(false)),
    onGlobalSignOut: options.onGlobalSignOut ?? nothing,
    onSessionsEnded: options.onSessionsEnded ?? nothing,
    onDeleteUser: options.onDeleteUser ?? nothing,
  };
}

const nothing = () => Promise.resolve();

const FOREIGN_KEY_VIOLATION = '23503';

/** Every foreign key of the pool leads to a person: one that fails is of somebody who was deleted a moment ago. */
function refuseTheDeleted(error: unknown): never {
  const isOfNobody = error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION;
  throw isOfNobody ? refusals.noSuchPerson() : error;
}
