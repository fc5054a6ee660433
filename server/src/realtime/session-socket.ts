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
import { answerSync } from './answer-sync.ts';
import { measureBackPressure } from './back-pressure.ts';
import type { Company } from './company.ts';
import type { GatewayParts, GatewaySocket, Greet } from './gateway-types.ts';
import { createJunkGuard } from './junk-guard.ts';
import type { StreamRooms } from './stream-rooms.ts';
import { createStreamSeats } from './stream-seats.ts';
import { hangUp } from './watch-connections.ts';

export interface SessionParts extends Pick<
  GatewayParts,
  'revocations' | 'readers' | 'clock' | 'timers' | 'random' | 'logger' | 'machines'
> {
  rooms: StreamRooms;
  greet: Greet;
  company: Company;
}

/** One admitted socket, from `ready` to `bye`. */
export interface SessionSocket {
  /** A second has passed. */
  tick(): void;
  /** Ends the socket when its session is one of those that are over. */
  cutIf(isOver: (session: Session) => boolean): void;
  end(code: ByeCode): void;
  drain(inMs: number): void;
}

/** So long may one that is slow take to hear why it ends, behind what is on its way already. In milliseconds. */
const SLOW_GOING_MS = 5000;

const HEAD_EVERY_TICKS = HEAD_EVERY_MS / 1000;

export function createSessionSocket(socket: GatewaySocket, parts: SessionParts): SessionSocket {
  const { revocations, readers, clock, timers, logger, greet, company } = parts;
  const pressure = measureBackPressure(socket.conn);
  const tell = parts.machines.gatewaySession.begin();
  const seats = createStreamSeats(socket, { ...parts, pressure, tell });
  const guard = createJunkGuard(() => end('too_many'));
  let { viewer } = socket.data;
  let ticks = 0;
  let ended = false;
  let lastTurn: Promise<void> = Promise.resolve();

  function end(code: ByeCode): void {
    if (ended) return;
    ended = true;
    tell(code);
    const isSlow = code === 'too_slow';
    // Behind all that waits it would not hear why; what it misses it asks for when it returns.
    if (isSlow) pressure.dropWaiting();
    socket.emit('bye', { code });
    socket.disconnect(true);
    hangUp(socket.conn, timers, isSlow ? SLOW_GOING_MS : undefined);
  }

  /** The code by which the session must end now, whatever its connection does. */
  function fault(): ByeCode | null {
    if (revocations.isStale()) return 'restarting';
    if (revocations.isRevoked(viewer.session)) return 'session_revoked';
    if (clock.now().getTime() > viewer.session.expiresAt + TOKEN_TOLERANCE_MS) return 'token_invalid';
    return null;
  }

  function endIfFaulty(): void {
    const code = fault();
    if (code) end(code);
  }

  async function begin(): Promise<void> {
    try {
      const given = handshake.parse(socket.handshake.auth);
      await seats.begin(given.cursors);
    } catch (error) {
      logger.warn({ err: error }, 'a socket could not be brought up to date');
      end('restarting');
    }
    // A revocation between the door and the room was heard by nobody, so: join first, then look again.
    endIfFaulty();
  }

  async function sync(payload: unknown, answer: (reply: SyncReply) => void): Promise<void> {
    const request = syncRequest.safeParse(payload);
    if (!request.success) {
      guard.strike();
      return;
    }
    const { source } = seats.seat(request.data.stream);
    await inTurn(async () => answer(await answerSync({ ...source, readers }, request.data.after)));
  }

  /** One after the other, each when what was sent before is on its way: what waits here are questions, not answers. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = lastTurn.then(() => pressure.relieved()).then(() => (ended ? undefined : work()));
    lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async function renew(token: string): Promise<AuthReply> {
    const greeted = await greet(token);
    if ('code' in greeted) return { ok: false, code: greeted.code };
    if (greeted.viewer.sub !== viewer.sub) return { ok: false, code: 'token_invalid' };
    viewer = greeted.viewer;
    return { ok: true };
  }

  async function auth(payload: unknown, answer: (reply: AuthReply) => void): Promise<void> {
    const request = authRequest.safeParse(payload);
    if (!request.success) {
      guard.strike();
      return;
    }
    answer(await renew(request.data.token));
    endIfFaulty();
  }

  async function sign(name: 'typing' | 'presence', payload: unknown): Promise<void> {
    const request = typingRequest.safeParse(payload);
    if (request.success && isUuid(request.data.message_group_uuid))
      await company(name, viewer, request.data.message_group_uuid);
    else guard.strike();
  }

  /** A question that fails stays without an answer, and the client asks again. */
  function settle(work: Promise<void>): void {
    work.catch((error: unknown) =>
      logger.warn({ err: error }, 'a question over a socket could not be answered'),
    );
  }

  socket.use((frame, next) => {
    if (!ended && guard.admits(frame)) next();
  });
  socket.on('sync', (payload, answer) => settle(sync(payload, answer)));
  socket.on('auth', (payload, answer) => settle(auth(payload, answer)));
  socket.on('typing', (payload) => settle(sign('typing', payload)));
  socket.on('presence', (payload) => settle(sign('presence', payload)));
  socket.on('disconnect', () => {
    if (!ended) tell('left');
    ended = true;
    seats.close();
  });
  void begin();

  return {
    end,
    cutIf: (isOver) => {
      if (isOver(viewer.session)) end('session_revoked');
    },
    drain(inMs) {
      tell('drain');
      socket.emit('drain', { in_ms: inMs });
    },
    tick() {
      guard.refill();
      endIfFaulty();
      if (pressure.isTooHigh()) end('too_slow');
      ticks += 1;
      if (ended || ticks % HEAD_EVERY_TICKS !== 0) return;
      const heads = seats.heads();
      if (heads) socket.emit('head', { ...heads, now: clock.now().toISOString() });
    },
  };
}
