import { createRequestHead, openRawRequest } from '../../support/raw-request.ts';
import { until } from '../../support/until.ts';
import { describeMissedTarget, type AttackCase } from '../attack-case.ts';

const LARGE = 300 * 1024 * 1024;
const ATTACKERS = 20;
/** A gateway allows 10 s for a body and checks every half second. */
const SLOW_CLOSED_MS = 12_000;
/** The bytes that may be in transit before the refusal arrives. */
const SENT_MAX_MB = 16;

export const bodies: AttackCase = {
  name: 'bodies',
  description: '20 visitors announce 300 MB and send endlessly; 20 send one byte and wait',
  async run(environment) {
    const { gateways } = await environment.startGateways();
    const [{ url }, { url: other }] = gateways;
    const large = await Promise.all(Array.from({ length: ATTACKERS }, () => sendLargeBody(url)));
    const slow = await Promise.all(Array.from({ length: ATTACKERS }, () => sendSlowBody(other)));
    const mostMb = Math.max(...large.map(({ mb }) => mb));
    const lastMs = Math.max(...slow);
    return {
      figures: {
        'MB taken of 300': mostMb,
        'refused after ms': Math.max(...large.map(({ ms }) => ms)),
        'slow body closed after ms': lastMs,
        'rss MB': gateways[0].residentMb(),
      },
      faults: large.flatMap(({ answer }) =>
        answer.startsWith('HTTP/1.1 413 ') ? [] : [answer.slice(0, 100)],
      ),
      missedTargets: [
        ...describeMissedTarget('MB read of a refused body:', mostMb, SENT_MAX_MB),
        ...describeMissedTarget('ms until a slow body is closed:', lastMs, SLOW_CLOSED_MS),
      ],
    };
  },
};

async function sendLargeBody(url: string): Promise<{ mb: number; ms: number; answer: string }> {
  const startedAt = performance.now();
  using raw = openRawRequest(url);
  raw.write(createRequestHead('POST /local/idp', { 'content-length': LARGE }));
  raw.flood();
  await raw.waitUntilClosed();
  return { mb: raw.bytesSent() / 1024 / 1024, ms: performance.now() - startedAt, answer: raw.receivedText() };
}

/** @returns how long the connection was held */
async function sendSlowBody(url: string): Promise<number> {
  const startedAt = performance.now();
  using raw = openRawRequest(url);
  raw.write(`${createRequestHead('POST /local/idp', { 'content-length': 100 })}x`);
  await until(() => raw.isClosed(), { what: 'the slow body is cut off', timeoutMs: 30_000 });
  return performance.now() - startedAt;
}
