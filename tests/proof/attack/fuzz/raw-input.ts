import type { Random } from '../../../../client/devtools/simulation/random.ts';
import { mutateText, createHostileText } from './values.ts';

export interface RawInput {
  bytes: Buffer;
  /** The maximum of answers: a smuggled second request must not get one. */
  maxAnswers: number;
  /** Half-closes the connection at once, so that an unfinished request does not have to wait for the gateway's timeout. */
  closesAtOnce: boolean;
}

const GET = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n';
const POST = 'POST /api/activities HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
const INNER = `${GET}x: 1\r\n\r\n`;

/** Bodies whose length differs from their headers, in the forms that proxies and servers are known to interpret differently. */
const SMUGGLED = [
  `content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${INNER}`,
  `content-length: 0\r\ncontent-length: ${INNER.length}\r\n\r\n${INNER}`,
  `transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${INNER}`,
  `transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${INNER}`,
  `transfer-encoding : chunked\r\n\r\n0\r\n\r\n${INNER}`,
  `transfer-encoding:\x0bchunked\r\n\r\n0\r\n\r\n${INNER}`,
  `content-length: +0\r\n\r\n${INNER}`,
  `content-length: 0x0\r\n\r\n${INNER}`,
  `content-length: -1\r\n\r\n${INNER}`,
];
const CHUNKS = [
  ...['zz\r\n', '-1\r\nx\r\n', 'ffffffffffffffff\r\n', '5;a=b\r\nhello\r\n'],
  ...['1\r\nxx\r\n', '0\r\nx: y\r\n\r\n', '5\nhello\n'],
];
const LINES = [
  ...['GET  / HTTP/1.1', 'GET /', 'GET / HTTP/9.9', 'GET / HTTP/2.0', 'G\0T / HTTP/1.1', ' GET / HTTP/1.1'],
  ...['get / HTTP/1.1', 'GET http://[::1/ HTTP/1.1', 'GET //evil.example/ HTTP/1.1'],
  ...['GET /\\..\\ HTTP/1.1', 'OPTIONS * HTTP/1.1', 'CONNECT localhost:1 HTTP/1.1', 'PRI * HTTP/2.0'],
  ...['\x16\x03\x01\x02\x00\x01', 'GET /%zz HTTP/1.1'],
];

/** Bytes that are no valid request, or one and a half. */
export function createRawInput(random: Random): RawInput {
  const endsAtOnce = random.next() < 0.97;
  const whole = (text: string, answers = 2): RawInput => ({
    bytes: Buffer.from(text, 'latin1'),
    maxAnswers: answers,
    closesAtOnce: endsAtOnce,
  });
  switch (random.between(0, 6)) {
    case 0:
      return { ...whole(POST + random.pick(SMUGGLED), 1), closesAtOnce: false };
    case 1:
      return whole(`${POST}transfer-encoding: chunked\r\n\r\n${random.pick(CHUNKS)}${random.pick(CHUNKS)}`);
    case 2:
      return whole(`${random.pick(LINES)}\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    case 3:
      return whole(
        `${GET}${'x: y\r\n'.repeat(random.between(0, 300))}x: ${'y'.repeat(random.between(0, 20_000))}\r\n\r\n`,
      );
    case 4:
      return whole(
        `${GET}${createHostileText(random)}: ${createHostileText(random)}\r\nexpect: ${createHostileText(random)}\r\n\r\n`,
      );
    case 5:
      return whole(mutateText(random, mutateText(random, `${GET}connection: close\r\n\r\n`)));
    default:
      return {
        ...whole(''),
        bytes: Buffer.from(Array.from({ length: random.between(1, 400) }, () => random.between(0, 255))),
      };
  }
}
