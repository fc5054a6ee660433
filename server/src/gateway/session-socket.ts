import {
  HEAD_AT_LEAST_EVERY_MS,
  HEAD_EVERY_MS,
  TOKEN_TOLERANCE_MS,
  handshake,
  type AuthReply,
  type ByeCode,
  type Handshake,
} from '@cruddur/shared';
import type { RecordMachineEvent } from '../domain/machines/machine-counter.ts';
import type { Session, Viewer } from '../domain/viewer.ts';
import type { Logger } from '../domain/logger.ts';
import type { StreamRooms } from '../streams/stream-rooms.ts';
import { encodeMessage, type WireFrames } from '../streams/wire-frames.ts';
import { dropQueued, isQueueTooLong, waitUntilFlushed } from './back-pressure.ts';
import type { CountsDelivery } from './counts-delivery.ts';
import type { SendPresence } from './presence.ts';
import type { GatewayParts, GatewaySocket, AuthenticateSocket } from './gateway-types.ts';
import { FrameGuard } from './frame-guard.ts';
import { handleFrame } from './session-requests.ts';
import { StreamSubscriptions } from './stream-subscriptions.ts';
import { destroyAfterGrace } from './connection-guard.ts';
import { writeIfIdle } from './library-internals.ts';
import { loggerWithId } from '../domain/request-id.ts';

export interface SessionParts extends Pick<
  GatewayParts,
  | 'revocations'
  | 'checks'
  | 'uses'
  | 'noteVisible'
  | 'readers'
  | 'clock'
  | 'timers'
  | 'random'
  | 'logger'
  | 'machines'
> {
  rooms: StreamRooms;
  authenticateSocket: AuthenticateSocket;
  sendPresence: SendPresence;
  /** The tokens of open sockets: those of one sign-in share a copy, which is as large as the rest of a socket's state. */
  tokens: WeakMap<Session, string>;
  countsDelivery: CountsDelivery;
}

/** How long a slow client has to receive `bye` after the packets that are being sent. In milliseconds. */
const SLOW_CLOSE_GRACE_MS = 5000;

const HEAD_EVERY_TICKS = HEAD_EVERY_MS / 1000;
const HEAD_AT_LEAST_EVERY_TICKS = HEAD_AT_LEAST_EVERY_MS / 1000;

/**
 * One admitted socket, from `ready` to `bye`. A class, because thousands of them exist: their methods are shared, whereas each
 * closure would be an object per socket.
 */
export class SessionSocket {
  readonly socket: GatewaySocket;
  readonly parts: SessionParts;
  readonly recordEvent: RecordMachineEvent<'gatewaySession'>;
  readonly subscriptions: StreamSubscriptions;
  private readonly requestId: string;
  private readonly guard = new FrameGuard();
  private ended = false;
  private ticksSinceFrame = 0;
  private ticksSinceHead = 0;
  /** The request in progress; undefined until the first one. */
  private lastRequest: Promise<void> | undefined;

  constructor(socket: GatewaySocket, parts: SessionParts, requestId: string) {
    this.socket = socket;
    this.parts = parts;
    this.requestId = requestId;
    this.recordEvent = parts.machines.gatewaySession.startActor();
    this.subscriptions = new StreamSubscriptions(this);
    socket.use((frame) => this.receiveFrame(frame));
  }

  /** Sends `ready` and the missed events, and joins both streams. */
  async start(): Promise<void> {
    // The handshake has validated it.
    const given: Handshake = handshake.parse(this.socket.handshake.auth);
    this.keepToken(given.token);
    try {
      await this.subscriptions.start(given);
    } catch (error) {
      this.logger().warn({ err: error }, 'a socket could not catch up');
      this.end('restarting');
    }
    this.noteVisible();
    // A revocation between handshake and join reached no session, so it is checked again after the join.
    this.endIfInvalid();
  }

  /** Its tabs may have become visible. */
  noteVisible(): void {
    if (this.subscriptions.isVisible()) this.parts.noteVisible(this.viewer().sub);
  }

  viewer(): Viewer {
    return this.socket.data.viewer;
  }

  /** Sends frames in order with what was sent before. `Socket.emit` would encode them again for each socket. */
  sendFrames({ frames, bytes }: WireFrames): void {
    this.ticksSinceFrame = 0;
    const { conn } = this.socket;
    if (writeIfIdle(conn, bytes)) return;
    for (const frame of frames) {
      // The option of Socket.IO's own broadcasts. An engine.io without it encodes the packet itself.
      const options = { compress: false, wsPreEncodedFrame: [frame.bytes] };
      conn.write(frame.packet, options);
    }
  }

  /** Called each second. */
  tick(): void {
    this.guard.refillAllowance();
    const { session } = this.viewer();
    this.parts.checks.noteUse(session, this.parts.tokens.get(session) ?? '');
    this.parts.uses.noteUse(session);
    this.endIfInvalid();
    if (isQueueTooLong(this.socket.conn)) this.end('too_slow');
    this.ticksSinceFrame += 1;
    this.ticksSinceHead += 1;
    const isIdle = this.ticksSinceFrame >= HEAD_EVERY_TICKS;
    if (isIdle || this.ticksSinceHead >= HEAD_AT_LEAST_EVERY_TICKS) this.sendHead();
  }

  private sendHead(): void {
    const heads = this.ended ? null : this.subscriptions.heads();
    if (!heads) return;
    this.ticksSinceHead = 0;
    this.sendFrames(encodeMessage('head', { ...heads, now: this.parts.clock.now().toISOString() }));
  }

  end(code: ByeCode): void {
    if (this.ended) return;
    this.ended = true;
    this.recordEvent(code);
    const { socket, parts } = this;
    const isSlow = code === 'too_slow';
    // Queued packets would delay `bye`; the client syncs what it missed when it reconnects.
    if (isSlow) dropQueued(socket.conn);
    socket.emit('bye', { code });
    socket.disconnect(true);
    destroyAfterGrace(socket.conn, parts.timers, isSlow ? SLOW_CLOSE_GRACE_MS : undefined);
  }

  endIfRevoked(isRevoked: (session: Session) => boolean): void {
    if (isRevoked(this.viewer().session)) this.end('session_revoked');
  }

  drain(inMs: number): void {
    this.recordEvent('drain');
    this.socket.emit('drain', { in_ms: inMs });
  }

  /** Called when the socket is disconnected, whichever side has closed it. */
  close(): void {
    if (!this.ended) this.recordEvent('left');
    this.ended = true;
    this.parts.countsDelivery.remove(this.subscriptions.subscriptionTo('public'));
    this.subscriptions.close();
  }

  countMalformed(): void {
    this.guard.countMalformed();
    if (this.guard.isExceeded()) this.end('too_many');
  }

  /** One request at a time, each after the queue is flushed: back-pressure then queues requests, not replies. */
  runInOrder(work: () => Promise<void>): Promise<void> {
    const task = (this.lastRequest ?? Promise.resolve())
      .then(() => waitUntilFlushed(this.socket.conn))
      .then(() => (this.ended ? undefined : work()));
    this.lastRequest = task.catch(() => undefined);
    return task;
  }

  async renewToken(accessToken: string): Promise<AuthReply> {
    const authenticated = await this.parts.authenticateSocket(accessToken, { requestId: this.requestId });
    if ('code' in authenticated) return { ok: false, code: authenticated.code };
    if (authenticated.viewer.sub !== this.viewer().sub) return { ok: false, code: 'token_invalid' };
    this.socket.data.viewer = authenticated.viewer;
    this.keepToken(accessToken);
    return { ok: true };
  }

  private keepToken(accessToken: string): void {
    const { tokens } = this.parts;
    const { session } = this.viewer();
    if (!tokens.has(session)) tokens.set(session, accessToken);
  }

  endIfInvalid(): void {
    const code = this.findEndReason();
    if (code) this.end(code);
  }

  /** The code with which the session must end now, or null. */
  private findEndReason(): ByeCode | null {
    const { revocations, checks, clock } = this.parts;
    const { session } = this.viewer();
    if (revocations.isStale() || checks.isUnverifiable(session)) return 'restarting';
    if (revocations.isRevoked(session)) return 'session_revoked';
    if (clock.now().getTime() > session.expiresAt + TOKEN_TOLERANCE_MS) return 'token_invalid';
    return null;
  }

  private receiveFrame(frame: readonly unknown[]): void {
    if (this.ended) return;
    const isAccepted = this.guard.acceptFrame(frame);
    if (this.guard.isExceeded()) this.end('too_many');
    else if (isAccepted)
      // A failed request gets no reply, and the client repeats it.
      handleFrame(this, frame).catch((error: unknown) =>
        this.logger().warn({ err: error }, 'a socket request failed'),
      );
  }

  private logger(): Logger {
    return loggerWithId(this.parts.logger, this.requestId);
  }
}
