import { createServer } from 'node:http';
import { formatCursor, ORIGIN, SOCKET_PATH, type PrivacySettings } from '@cruddur/shared';
import { io } from 'socket.io-client';
import { expect } from 'vitest';
import { createTestClock, systemClock } from '../../../../server/src/domain/clock.ts';
import { Refusal } from '../../../../server/src/domain/errors.ts';
import { userStream, type StreamId } from '../../../../server/src/domain/streams.ts';
import type { Revocation } from '../../../../server/src/domain/ports.ts';
import { createRevocations } from '../../../../server/src/domain/sessions/revocations.ts';
import { createSessionChecks } from '../../../../server/src/domain/sessions/session-checks.ts';
import type { Session } from '../../../../server/src/domain/viewer.ts';
import { createCountsPublisher } from '../../../../server/src/streams/counts-publisher.ts';
import { createGateway } from '../../../../server/src/gateway/create-gateway.ts';
import { createDeliver, createStreamReaders } from '../../../../server/src/streams/stream-readers.ts';
import { listenLocally } from '../../../support/listen-locally.ts';
import type { FakeLog } from '../streams/fake-log.ts';
import { createReaderParts } from '../streams/reader-parts.ts';
import { recordFrames, waitForFrame, type TestSocket } from './protocol-client.ts';
import type { CONNECTION_TIMEOUTS } from '../../../../server/src/gateway/gateway-types.ts';
import { sha256 } from '../../../../server/src/wiring/crypto.ts';

export const ANNA = '00000000-0000-4000-8000-00000000000a';
export const BEN = '00000000-0000-4000-8000-00000000000b';
export const GROUP = '00000000-0000-4000-8000-0000000000aa';

const SHARES_ALL: PrivacySettings = {
  read_receipts: true,
  typing: true,
  presence: true,
  messages_from: 'everyone',
};

export type TestGateway = Awaited<ReturnType<typeof openTestGateway>>;

interface TestGatewayOptions {
  maxPerPerson?: number;
  maxPerAddress?: number;
  connectionTimeouts?: typeof CONNECTION_TIMEOUTS;
  /** The identity provider's answer for a token; default: it is accepted. */
  isStanding?: (token: string) => Promise<boolean>;
  /** What people do not share, by sub; may be changed later. */
  privacy?: Record<string, Partial<PrivacySettings>>;
  /** Of another gateway, whose store this one shares. */
  log?: FakeLog;
}

/** A gateway on its own port over an in-memory log. A token is `SUB SIGN-IN SECONDS`, valid for that many seconds. */
export async function openTestGateway(options: TestGatewayOptions = {}) {
  const { maxPerPerson = 10, maxPerAddress = 50, connectionTimeouts } = options;
  const { isStanding = () => Promise.resolve(true) } = options;
  const clock = createTestClock(systemClock);
  const parts = createReaderParts(options.log, clock);
  const { log, timers, machines, bus } = parts;
  const revoked: Revocation[] = [];
  let age = 0;
  const revocations = createRevocations({
    log: {
      readSince: () => Promise.resolve(ORIGIN),
      readAfter: ({ seq }) => {
        const cursor = { seq: revoked.length, tag: 'r' };
        return Promise.resolve({ revocations: revoked.slice(seq), more: false, cursor });
      },
    },
    clock,
    monotonicMs: () => age,
    retentionMs: 86_400_000,
    sha256,
  });
  await revocations.refresh();
  const startedAt = clock.now().getTime();

  const verify = (token: string): Promise<Session> => {
    const [sub, originJti, seconds] = token.split(' ');
    const expiresAt = startedAt + Number(seconds) * 1000;
    return sub && originJti && expiresAt > clock.now().getTime()
      ? Promise.resolve({ sub, originJti, authTime: 1, expiresAt })
      : Promise.reject(new Refusal('generic_401'));
  };
  const revoke = async (revocation: Omit<Revocation, 'id' | 'at'>): Promise<void> => {
    revoked.push({ ...revocation, id: String(revoked.length), at: clock.now().getTime() });
    await revocations.refresh();
  };
  const checks = createSessionChecks({
    ...parts,
    identity: { isStillAccepted: isStanding },
    random: () => 0.5,
    runAfter: (ms, run) => timers.after(ms, run),
    async endSignIns({ sub, originJtis, allBefore }) {
      for (const originJti of originJtis) await revoke({ sub, originJti, allBefore });
    },
  });
  const server = createServer();
  const readers = createStreamReaders(parts);
  const tally = { likes_count: 0, reposts_count: 0, replies_count: 0 };
  let requestCount = 0;
  const readCounts = async (uuids: readonly string[]) => {
    const as_of = formatCursor(log.eventsOf('public').at(-1) ?? ORIGIN);
    await Promise.resolve();
    return uuids.map((uuid) => ({ ...tally, uuid, version: (requestCount += 1), as_of }));
  };
  const counts = createCountsPublisher(readCounts, { ...parts, readers });
  const gateway = createGateway(server, {
    ...{ ...parts, readers, counts, revocations, checks },
    noteVisible: () => undefined,
    uses: { noteUse: () => undefined },
    identity: { verifyToken: verify },
    random: () => 0.5,
    authenticateToken: async (token) => {
      const session = await verify(token);
      if (revocations.isStale()) throw new Refusal('generic_503');
      if (revocations.isRevoked(session)) throw new Refusal('generic_401');
      checks.noteUse(session, token);
      return { sub: session.sub, handle: session.sub.slice(-1), display_name: '', session };
    },
    findOtherMembers: (group, sub) =>
      Promise.resolve(group === GROUP && sub === ANNA ? [{ sub: BEN, handle: 'b' }] : null),
    findPrivacySettings: (sub) => Promise.resolve({ ...SHARES_ALL, ...options.privacy?.[sub] }),
    settings: {
      isOriginAllowed: (origin) => origin === 'https://cruddur.example',
      addressOf: () => 'here',
      maxPerPerson,
      maxPerAddress,
      ...(connectionTimeouts && { timeouts: connectionTimeouts }),
    },
  });
  const listening = await listenLocally(server);
  const { url, port } = listening;
  const deliver = createDeliver({ readers, bus });
  const sockets: TestSocket[] = [];
  const connect = (auth: object, extraHeaders: Record<string, string> = {}): TestSocket => {
    const socket: TestSocket = io(url, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth,
      extraHeaders,
    });
    sockets.push(socket);
    return socket;
  };

  return {
    log,
    clock,
    timers,
    gateway,
    readers,
    machines,
    url,
    port,
    server,
    /** Writes an event and delivers it, or drops its envelope. */
    write(stream: StreamId, { lost = false } = {}): void {
      const envelope = log.appendEvent(stream);
      if (!lost) deliver([envelope]);
    },
    /** Adds a like to a crud. */
    like(uuid: string): void {
      tally.likes_count += 1;
      counts.refreshCounts(uuid);
    },
    revoke,
    /** The time for which the list of revocations has not been readable. */
    ageRevocations: (ms: number) => (age += ms),
    connect,
    /** A signed-in socket that is ready, and every frame that it receives, in order. */
    async open(sub = ANNA, auth: object = {}) {
      const socket = connect({ token: createToken(sub), ...auth });
      const frames = recordFrames(socket);
      await waitForFrame(socket, 'ready');
      return { socket, frames };
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.disconnect();
      await gateway.close();
      counts.close();
      readers.close();
      await listening[Symbol.asyncDispose]();
      expect(machines.unknownMoves).toEqual([]);
    },
  };
}

export const createToken = (sub: string, signIn = 'one', seconds = 3600) => `${sub} ${signIn} ${seconds}`;
export const personalStream = userStream;
