import type { Router } from 'express';
import type { HostedRedirects, IdentityConfig } from '../config-identity.ts';
import type { Clock } from '../domain/clock.ts';
import type { IdentityProvider } from '../domain/ports.ts';
import { Refusal } from '../domain/errors.ts';
import type { EndSignIns } from '../domain/sessions/end-session.ts';
import type { EraseAccount } from '../domain/users/erase-account.ts';
import { networkOf } from '../http/rate-limits.ts';
import { createCognitoIdentity } from '../identity/cognito.ts';
import { createLocalIdentity } from '../identity/local.ts';
import { createLocalPool } from '../local-pool/create-local-pool.ts';
import { PoolError } from '../local-pool/errors.ts';
import type { Redirects } from '../local-pool/hosted/redirects.ts';
import { localPoolRouter } from '../local-pool/http.ts';
import type { Mailer } from '../local-pool/mail/mailer.ts';
import { createOutbox } from '../local-pool/mail/outbox.ts';
import { CLIENT_ID, POOL_ID } from '../local-pool/names.ts';
import { createSmtpMailer } from '../local-pool/smtp-mailer.ts';
import type { Logger } from '../logger.ts';
import { isAway } from '../repositories/failures.ts';
import type { OpenedStore } from '../store/opened-store.ts';

export interface ComposedIdentity {
  provider: IdentityProvider;
  /** With the local pool. */
  router?: Router;
  /** Forgets what the provider keeps of a person, where that takes nobody's token: Amazon asks for one. */
  forgetEntry: (sub: string) => Promise<void>;
}

export interface IdentityParts {
  store: OpenedStore;
  clock: Clock;
  logger: Logger;
  rateLimits: boolean;
  publicUrl: string | undefined;
  endSignIns: EndSignIns;
  eraseAccount: EraseAccount;
}

/** Amazon Cognito or the local pool: the rest of the program sees no difference. */
export async function composeIdentity(
  config: IdentityConfig,
  parts: IdentityParts,
): Promise<ComposedIdentity> {
  const { store, clock, logger, rateLimits, publicUrl, endSignIns, eraseAccount } = parts;
  if (config.kind === 'cognito') {
    return { provider: createCognitoIdentity({ ...config, clock }), forgetEntry: () => Promise.resolve() };
  }

  const pool = await createLocalPool({
    db: store.poolDb,
    clock,
    mailer: mailerOf(config.smtpUrl, parts),
    accessSeconds: config.accessSeconds,
    allowGuest: config.allowGuest,
    redirects: redirectsOf(config.hosted),
    rateLimits,
    publicUrl,
    onGlobalSignOut: ({ sub, authTimeBefore, originJtis }) =>
      endSignIns({ sub, originJtis, allBefore: authTimeBefore }),
    isHandleInUse: async (sub) => {
      const person = store.db.selectFrom('people').select('sub').where('sub', '=', sub);
      return (await person.executeTakeFirst()) !== undefined;
    },
    onSessionsEnded: ({ sub, originJtis }) => endSignIns({ sub, originJtis, allBefore: null }),
    onDeleteUser: eraseAccount,
  });
  const provider = createLocalIdentity({
    userPoolId: POOL_ID,
    clientId: CLIENT_ID,
    clock,
    jwks: () => pool.jwks(),
    ask: (operation, AccessToken) =>
      pool.call(`AWSCognitoIdentityProviderService.${operation}`, { AccessToken }, { address: '' }),
    refusalName: (error) => (error instanceof PoolError ? error.name : undefined),
  });
  const onError = (error: unknown) => logger.error({ err: error }, 'the local pool failed');
  const router = localPoolRouter(pool, { onError, isAway: isAwayHere, networkOf });
  return { provider, router, forgetEntry: (sub) => pool.forgetPerson(sub) };
}

function redirectsOf(hosted: HostedRedirects | undefined): Redirects {
  if (!hosted) return { signIn: [], signOut: [] };
  return { signIn: hosted.signIn, signOut: hosted.signOut, implicit: hosted.responseType === 'token' };
}

/** What the pool has the rest of the program do fails in the program's own words. */
const isAwayHere = (error: unknown) =>
  isAway(error) || (error instanceof Refusal && error.codes[0] === 'generic_503');

function mailerOf(smtpUrl: string | undefined, { store, logger }: IdentityParts): Mailer {
  const outbox = createOutbox(store.poolDb);
  if (smtpUrl === undefined) return outbox;
  const onError = (error: unknown) => logger.error({ err: error }, 'a mail was not taken by the mail server');
  return createSmtpMailer({ url: smtpUrl, from: 'Cruddur <no-reply@localhost>', outbox, onError });
}
