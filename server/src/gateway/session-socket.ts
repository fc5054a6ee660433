import {
  HEAD_EVERY_MS,
  TOKEN_TOLERANCE_MS,
  authRequest,
  handshake,
  isUuid,
  syncRequest,
  typingRequest,
  type AuthReply,
  type ByeCode,
  type SyncReply,
} from '@cruddur/shared';
import type { Session } from '../domain/viewer.ts';
import { answerSync } from '../streams/answer-sync.ts';
import { measureBackPressure } from './back-pressure.ts';
import type { SendPresence } from './presence.ts';
import type { GatewayParts, GatewaySocket, AuthenticateSocket } from './gateway-types.ts';
import { createFrameGuard } from './frame-guard.ts';
import type { StreamRooms } from '../streams/stream-rooms.ts';
import { createStreamSubscriptions } from './stream-subscriptions.ts';
import { destroyAfterGrace } from './connection-guard.ts';

export interface SessionParts extends Pick<
  GatewayParts,
  'revocations' | 'checks' | 'readers' | 'clock' | 'timers' | 'random' | 'logger' | 'machines'
> {
  rooms: StreamRooms;
  authenticateSocket: AuthenticateSocket;
  sendPresence: SendPresence;
}

/** One admitted socket, from `ready` to `bye`. */
export interface SessionSocket {
  /** Called each second. */
  tick(): void;
  endIfRevoked(isRevoked: (session: Session) => boolean): void;
  end(code: ByeCode): void;
  drain(inMs: number): void;
}

/** How long a slow client has to receive `bye` after the packets that are being sent. In milliseconds. */
const SLOW_CLOSE_GRACE_MS = 5000;

const HEAD_EVERY_TICKS = HEAD_EVERY_MS / 1000;

export function createSessionSocket(socket: GatewaySocket, parts: SessionParts): SessionSocket {
  const { revocations, checks, readers, clock, timers, logger, authenticateSocket, sendPresence } = parts;
  const pressure = measureBackPressure(socket.conn);
  const recordEvent = parts.machines.gatewaySession.startActor();
  const subscriptions = createStreamSubscriptions(socket, { ...parts, pressure, recordEvent });
  const guard = createFrameGuard(() => end('too_many'));
  let { viewer } = socket.data;
  // The handshake has validated it.
  let { token } = handshake.parse(socket.handshake.auth);
  let ticks = 0;
  let ended = false;
  let lastTask: Promise<void> = Promise.resolve();

  function end(code: ByeCode): void {
    if (ended) return;
    ended = true;
    recordEvent(code);
    const isSlow = code === 'too_slow';
    // Queued packets would delay `bye`; the client syncs what it missed when it reconnects.
    if (isSlow) pressure.dropQueued();
    socket.emit('bye', { code });
    socket.disconnect(true);
    destroyAfterGrace(socket.conn, timers, isSlow ? SLOW_CLOSE_GRACE_MS : undefined);
  }

  /** The code with which the session must end now, or null. */
  function findEndReason(): ByeCode | null {
    if (revocations.isStale() || checks.isUnverifiable(viewer.session)) return 'restarting';
    if (revocations.isRevoked(viewer.session)) return 'session_revoked';
    if (clock.now().getTime() > viewer.session.expiresAt + TOKEN_TOLERANCE_MS) return 'token_invalid';
    return null;
  }

  function endIfInvalid(): void {
    const code = findEndReason();
    if (code) end(code);
  }

  async function startSession(): Promise<void> {
    try {
      const given = handshake.parse(socket.handshake.auth);
      await subscriptions.start(given.cursors);
    } catch (error) {
      logger.warn({ err: error }, 'a socket could not catch up');
      end('restarting');
    }
    // A revocation between handshake and join reached no session, so it is checked again after the join.
    endIfInvalid();
  }

  async function handleSync(payload: unknown, answer: (reply: SyncReply) => void): Promise<void> {
    const request = syncRequest.safeParse(payload);
    if (!request.success) {
      guard.countMalformed();
      return;
    }
    const { source } = subscriptions.subscriptionTo(request.data.stream);
    await runInOrder(async () => answer(await answerSync({ ...source, readers }, request.data.after)));
  }

  /** One request at a time, each after the queue is flushed: back-pressure then queues requests, not replies. */
  function runInOrder(work: () => Promise<void>): Promise<void> {
    const task = lastTask.then(() => pressure.waitUntilFlushed()).then(() => (ended ? undefined : work()));
    lastTask = task.catch(() => undefined);
    return task;
  }

  async function renewToken(accessToken: string): Promise<AuthReply> {
    const authenticated = await authenticateSocket(accessToken);
    if ('code' in authenticated) return { ok: false, code: authenticated.code };
    if (authenticated.viewer.sub !== viewer.sub) return { ok: false, code: 'token_invalid' };
    viewer = authenticated.viewer;
    token = accessToken;
    return { ok: true };
  }

  async function handleAuth(payload: unknown, answer: (reply: AuthReply) => void): Promise<void> {
    const request = authRequest.safeParse(payload);
    if (!request.success) {
      guard.countMalformed();
      return;
    }
    answer(await renewToken(request.data.token));
    endIfInvalid();
  }

  async function handleSignal(name: 'typing' | 'presence', payload: unknown): Promise<void> {
    const request = typingRequest.safeParse(payload);
    if (request.success && isUuid(request.data.message_group_uuid))
      await sendPresence(name, viewer, request.data.message_group_uuid);
    else guard.countMalformed();
  }

  /** A failed request gets no reply, and the client repeats it. */
  function logFailure(work: Promise<void>): void {
    work.catch((error: unknown) => logger.warn({ err: error }, 'a socket request failed'));
  }

  socket.use((frame, next) => {
    if (!ended && guard.acceptFrame(frame)) next();
  });
  socket.on('sync', (payload, answer) => logFailure(handleSync(payload, answer)));
  socket.on('auth', (payload, answer) => logFailure(handleAuth(payload, answer)));
  socket.on('typing', (payload) => logFailure(handleSignal('typing', payload)));
  socket.on('presence', (payload) => logFailure(handleSignal('presence', payload)));
  socket.on('disconnect', () => {
    if (!ended) recordEvent('left');
    ended = true;
    subscriptions.close();
  });
  void startSession();

  return {
    end,
    endIfRevoked: (isRevoked) => {
      if (isRevoked(viewer.session)) end('session_revoked');
    },
    drain(inMs) {
      recordEvent('drain');
      socket.emit('drain', { in_ms: inMs });
    },
    tick() {
      guard.refillAllowance();
      checks.noteUse(viewer.session, token);
      endIfInvalid();
      if (pressure.isTooHigh()) end('too_slow');
      ticks += 1;
      if (ended || ticks % HEAD_EVERY_TICKS !== 0) return;
      const heads = subscriptions.heads();
      if (heads) socket.emit('head', { ...heads, now: clock.now().toISOString() });
    },
  };
}
