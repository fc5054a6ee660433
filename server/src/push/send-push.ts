import { Agent, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type PushMessage, type PushOutcome, type SendPush, isAtPushService } from '../domain/push/ports.ts';
import { encryptPayload } from './encrypt-payload.ts';
import { createResolve, isPublicAddress, lookupPublic, type Resolve } from './public-addresses.ts';
import type { Vapid } from './vapid.ts';

/** How push services are reached. Tests have one on this machine. */
export interface PushNetwork {
  resolve?: Resolve;
  isAllowed?: (address: string) => boolean;
  /** Certificate authorities in addition to none of the default ones. */
  ca?: string;
  timeoutMs?: number;
}

export interface PushSender {
  send: SendPush;
  close(): void;
}

/** From the lookup to the end of the answer. */
const TIMEOUT_MS = 10_000;
/** Answers of push services are empty or a line; the rest of a longer one is not read. */
const ANSWER_MAX_BYTES = 16_384;
const IDLE_SOCKETS_MAX = 16;
const IDLE_MS = 15_000;

/** Its types lack the result: false when the service is about to close the connection. */
const nodeAgent: { keepSocketAlive(socket: Duplex): unknown } = Agent.prototype;

/** Keeps a few idle connections of all hosts together; Node's own limit is for each host. */
class PushAgent extends Agent {
  override keepSocketAlive(socket: Duplex): boolean {
    const idle = Object.values(this.freeSockets).reduce((sum, sockets = []) => sum + sockets.length, 0);
    if (idle >= IDLE_SOCKETS_MAX) return false;
    return nodeAgent.keepSocketAlive.call(this, socket) !== false;
  }
}

/** Sends notifications by RFC 8030. No redirect is followed. */
export function createPushSender(
  { vapid, services }: { vapid: Vapid; services: readonly string[] },
  network: PushNetwork = {},
): PushSender {
  const { resolve = createResolve(), isAllowed = isPublicAddress, ca, timeoutMs = TIMEOUT_MS } = network;
  const agent = new PushAgent({
    keepAlive: true,
    timeout: IDLE_MS,
    lookup: lookupPublic(resolve, isAllowed),
    ...(ca !== undefined && { ca }),
  });

  async function send(message: PushMessage): Promise<PushOutcome> {
    const { endpoint, keys } = message.target;
    // The service may have been one of this site before.
    if (!isAtPushService(endpoint, services)) return { kind: 'gone' };
    const url = new URL(endpoint);
    const body = encryptPayload(Buffer.from(message.payload), keys);
    const headers = {
      authorization: await vapid.authorize(url.origin),
      ttl: String(message.ttl),
      topic: message.topic,
      urgency: 'normal',
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': String(body.length),
    };
    return post(url, body, { agent, headers, signal: AbortSignal.timeout(timeoutMs) });
  }

  return { send, close: () => agent.destroy() };
}

interface PostOptions {
  agent: Agent;
  headers: Record<string, string>;
  signal: AbortSignal;
}

function post(url: URL, body: Buffer, options: PostOptions): Promise<PushOutcome> {
  return new Promise((resolve) => {
    // The address comes from a browser, so this is no failure of the gateway.
    const fail = (error: Error) => resolve({ kind: 'unreachable', error });
    const sent = request(url, { method: 'POST', ...options }, (answer) => {
      let bytes = 0;
      const outcome = outcomeOf(answer);
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= ANSWER_MAX_BYTES) return;
        resolve(outcome);
        answer.destroy();
      });
      answer.on('end', () => resolve(outcome));
      answer.on('error', fail);
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): PushOutcome {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'sent' };
  if (statusCode === 404 || statusCode === 410) return { kind: 'gone' };
  if (statusCode === 429 || statusCode >= 500)
    return { kind: 'busy', waitMs: readRetryAfter(headers['retry-after'], headers.date) };
  return { kind: 'refused', status: statusCode };
}

/** Seconds, or a date by the service's clock. @returns milliseconds; null without a readable header */
function readRetryAfter(header: string | undefined, now: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const waitMs = Date.parse(header) - Date.parse(now ?? '');
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}
