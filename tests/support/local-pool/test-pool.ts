import { createServer } from 'node:http';
import {
  type AuditEvent,
  createLocalPool,
  createLocalPoolRouter,
  createMailboxMailer,
  type GlobalSignOut,
  type LocalPool,
  type LocalPoolOptions,
  type Redirects,
  type SessionsEnded,
  type Store,
} from '@cruddur/local-pool';
import { CLIENT_ID } from '@cruddur/local-pool/names';
import express from 'express';
import type { RequestHandler } from 'express';
import { listenLocally } from '../listen-locally.ts';
import { readBytes } from '../../../server/src/http/read-bytes.ts';

export type PoolResponse = { status: number; headers: Headers; body: Record<string, unknown> };

/** One gateway's local pool, listening; its clock only advances on request. */
export type TestPool = AsyncDisposable & {
  pool: LocalPool;
  /** `http://127.0.0.1:PORT/local` */
  url: string;
  clock: { now(): Date; advance(ms: number): void };
  signOuts: GlobalSignOut[];
  endedSessions: SessionsEnded[];
  /** The users that the rest of the program was asked to erase. */
  erasedSubs: string[];
  /** The events in the audit log, by name. */
  audited: string[];
  /** Failures that are not refusals. */
  failures: unknown[];
  /** Operations that third-party clients have called, recognised by their headers. */
  libraryOperations: Set<string>;
  /** Sends a raw body to an operation of the user pool. */
  send(operation: string, body: string): Promise<PoolResponse>;
  /** Calls an operation, with our client id unless the input has one. */
  call(operation: string, input: object): Promise<PoolResponse>;
  /** The newest code mailed to an address. */
  latestCodeFor(email: string): Promise<string>;
};

export type TestPoolOptions = {
  rateLimits?: boolean;
  /** How answers are delayed; default in real time. */
  wait?: (ms: number) => Promise<void>;
  /** Called before a global sign-out is recorded; a rejection fails it. */
  onGlobalSignOut?: (event: GlobalSignOut) => Promise<void>;
  accessSeconds?: number;
  allowGuest?: boolean;
  redirects?: Redirects;
  /** Each call reaches a gateway that has just started. */
  restarts?: boolean;
  /** Reports that the store is unreachable. */
  isUnreachable?: (error: unknown) => boolean;
  /** Counts a call of an address, and rejects when there are too many. */
  limit?: (address: string) => Promise<void>;
};

/** Starts a gateway's pool on a store; several may share one. */
export async function startTestPool(db: Store, options: TestPoolOptions = {}): Promise<TestPool> {
  let clockOffsetMs = 0;
  const clock = {
    now: () => new Date(Date.now() + clockOffsetMs),
    advance: (ms: number) => void (clockOffsetMs += ms),
  };
  const signOuts: GlobalSignOut[] = [];
  const ended: SessionsEnded[] = [];
  const erased: string[] = [];
  const audited: string[] = [];
  const failures: unknown[] = [];
  const settings = {
    db,
    clock,
    mailer: createMailboxMailer(db),
    accessSeconds: options.accessSeconds ?? 3600,
    rateLimits: options.rateLimits ?? false,
    ...(options.wait && { wait: options.wait }),
    allowGuest: options.allowGuest ?? false,
    redirects: options.redirects ?? { signIn: [], signOut: [] },
    onGlobalSignOut: async (event: GlobalSignOut) => {
      await options.onGlobalSignOut?.(event);
      signOuts.push(event);
    },
    onSessionsEnded: (event: SessionsEnded) => Promise.resolve(void ended.push(event)),
    onDeleteUser: (sub: string) => Promise.resolve(void erased.push(sub)),
    audit: ({ event }: AuditEvent) => void audited.push(event),
  } satisfies LocalPoolOptions;
  const pool = await createLocalPool(settings);
  const routerOf = (one: LocalPool) =>
    createLocalPoolRouter(one, {
      readBody: readBytes,
      mailbox: 'open',
      onError: (error) => failures.push(error),
      ...(options.isUnreachable && { isUnavailable: options.isUnreachable }),
      ...(options.limit && { limit: options.limit }),
    });
  const restarting: RequestHandler = async (request, response, next) =>
    routerOf(await createLocalPool(settings))(request, response, next);
  const driven = new Set<string>();
  const recordLibraryOperation: RequestHandler = (request, _response, next) => {
    if (request.get('x-amz-user-agent')) driven.add(request.get('x-amz-target')?.split('.')[1] ?? '');
    next();
  };
  const app = express()
    .use(recordLibraryOperation)
    .use('/local', options.restarts ? restarting : routerOf(pool));
  const server = createServer(app);
  // A busy machine may pause for longer than the keep-alive timeout, so a client would use a closed connection.
  server.keepAliveTimeout = 0;
  const listening = await listenLocally(server);
  const url = `${listening.url}/local`;
  const send = (operation: string, body: string) => post(`${url}/idp`, operation, body);

  return {
    pool,
    url,
    clock,
    signOuts,
    endedSessions: ended,
    erasedSubs: erased,
    audited,
    failures,
    libraryOperations: driven,
    send,
    call: (operation, input) => send(operation, JSON.stringify({ ClientId: CLIENT_ID, ...input })),
    latestCodeFor: async (email) => (await pool.listMail(email))[0]?.code ?? 'no mail',
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}

async function post(url: string, operation: string, body: string): Promise<PoolResponse> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
  });
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Record<string, unknown> };
}
