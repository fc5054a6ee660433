import {
  createLocalPool,
  createLocalPoolRouter,
  PoolError,
  type Mailer,
  type Redirects,
} from '@cruddur/local-pool';
import { CLIENT_ID, POOL_ID } from '@cruddur/local-pool/names';
import type { Router } from 'express';
import type { HostedRedirects, IdentityConfig } from '../config/config.ts';
import type { Audit } from '../domain/audit.ts';
import type { Clock } from '../domain/clock.ts';
import type { FailureLog } from '../domain/failure-log.ts';
import type { Metrics } from '../domain/metrics.ts';
import type { IdentityProvider } from '../domain/ports.ts';
import { Refusal, OverloadRefusal } from '../domain/errors.ts';
import type { EndProviderSessions } from '../domain/sessions/end-listed-session.ts';
import type { EndSignIns } from '../domain/sessions/end-session.ts';
import type { EraseAccount } from '../domain/users/erase-account.ts';
import { isLocalRequest } from '../http/local-request.ts';
import { networkOf } from '../http/rate-limits.ts';
import { createCognitoIdentity } from '../identity/cognito.ts';
import { createLocalIdentity } from '../identity/local.ts';
import { isUnavailable } from '../repositories/store-failures.ts';
import type { OpenedStore } from '../store/opened-store.ts';
import { wireMail } from './wire-mail.ts';
import { readBytes } from '../http/read-bytes.ts';
import type { Logger } from './logger.ts';

export interface WiredIdentity {
  provider: IdentityProvider;
  /** Set with the local pool. */
  router?: Router;
  /** Deletes a person at the provider without their token. Does nothing for Amazon, which requires one. */
  deleteProviderUser: (sub: string) => Promise<void>;
  /** Ends sessions here and in the local pool. Amazon ends single ones with their own refresh token only. */
  endProviderSessions: EndProviderSessions;
  /** Deletes what has expired in the local pool. Does nothing for Amazon. */
  deleteExpired: () => Promise<void>;
  /** Accepts a mail to the operators. */
  sendNotice: Mailer['sendNotice'];
  close: () => Promise<void>;
}

export interface IdentityParts {
  store: OpenedStore;
  clock: Clock;
  logger: Logger;
  failures: FailureLog;
  metrics: Metrics;
  audit: Audit;
  rateLimits: boolean;
  publicUrl: string | undefined;
  endSignIns: EndSignIns;
  eraseAccount: EraseAccount;
  /** Counts a call of an address to the pool. Rejects when there are too many. */
  limit: (address: string) => Promise<void>;
}

/** Wires Amazon Cognito or the local pool behind the same interface. */
export async function wireIdentity(config: IdentityConfig, parts: IdentityParts): Promise<WiredIdentity> {
  const { store, clock, logger, rateLimits, publicUrl, endSignIns, eraseAccount } = parts;
  if (config.kind === 'cognito') {
    const nothing = () => Promise.resolve();
    const { smtp } = config;
    const mail = smtp && (await wireMail({ smtp, mailbox: 'closed' }, { ...parts, db: store.poolDb }));
    return {
      provider: createCognitoIdentity({ ...config, clock }),
      deleteProviderUser: nothing,
      endProviderSessions: (ended) => endSignIns({ ...ended, allBefore: null }),
      deleteExpired: nothing,
      sendNotice: (notice) => mail?.mailer.sendNotice(notice) ?? nothing(),
      close: mail?.close ?? nothing,
    };
  }

  const mail = await wireMail(config.mail, { ...parts, db: store.poolDb });
  const pool = await createLocalPool({
    db: store.poolDb,
    clock,
    mailer: mail.mailer,
    storesMail: mail.isStored,
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
    async onDeleteUser(sub, { origin }) {
      await eraseAccount(sub);
      // Without a request it is the product's own call, which audits the deletion itself.
      if (origin) parts.audit({ event: 'account_deleted', subject: sub }, origin);
    },
    audit: (event, { origin }) => parts.audit(event, origin),
  });
  const provider = createLocalIdentity({
    userPoolId: POOL_ID,
    clientId: CLIENT_ID,
    clock,
    jwks: () => pool.readJwks(),
    callPool: (operation, AccessToken) =>
      pool.callOperation(`AWSCognitoIdentityProviderService.${operation}`, { AccessToken }, { address: '' }),
    poolErrorName: (error) => (error instanceof PoolError ? error.name : undefined),
  });
  const { mailbox } = config.mail;
  const { limit } = parts;
  const router = createLocalPoolRouter(pool, {
    readBody: readBytes,
    onError: logPoolFailure(logger),
    isUnavailable: isPoolUnavailable,
    networkOf,
    mailbox,
    isLocalRequest,
    limit,
  });
  return {
    provider,
    router,
    deleteProviderUser: (sub) => pool.deletePoolUser(sub),
    endProviderSessions: (ended) => pool.endSessions(ended),
    deleteExpired: () => pool.deleteExpired(),
    sendNotice: (notice) => mail.mailer.sendNotice(notice),
    close: mail.close,
  };
}

function redirectsOf(hosted: HostedRedirects | undefined): Redirects {
  if (!hosted) return { signIn: [], signOut: [] };
  return { signIn: hosted.signIn, signOut: hosted.signOut, implicit: hosted.responseType === 'token' };
}

/** True for an unavailable store, also as the refusal of a use case that the pool calls. */
const isPoolUnavailable = (error: unknown) =>
  isUnavailable(error) || (error instanceof Refusal && error.codes[0] === 'generic_503');

/** Logs failed calls of the local pool. Those refused under load are counted by the metrics; a line for each would add to the load. */
export const logPoolFailure =
  (logger: Pick<Logger, 'error'>) =>
  (error: unknown, request_id: string | undefined): void => {
    if (!(error instanceof OverloadRefusal))
      logger.error({ err: error, request_id }, 'the local pool failed');
  };
