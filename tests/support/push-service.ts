import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { promisify } from 'node:util';
import type { NewPushSubscription, PushPayload } from '@cruddur/shared';
import { importJWK, jwtVerify, type JWTPayload } from 'jose';
import type { PushNetwork } from '../../server/src/push/send-push.ts';
import { listenLocally } from './listen-locally.ts';
import { createCertificate } from './services/certificates.ts';

/** The name of the service, which the certificate is for, as for the names below it; only its `network` resolves them. */
const PUSH_HOST = 'push.test';

export interface ReceivedPush {
  headers: IncomingMessage['headers'];
  /** The claims of its VAPID token, whose signature is verified. */
  claims: JWTPayload;
  /** As the browser decrypts it. */
  text: string;
  payload: PushPayload;
  /** Of the body as it was sent. */
  bytes: number;
}

export interface TestBrowser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  received: ReceivedPush[];
  /** What the service answers from now on; default 201. */
  answerWith(answer: PushAnswer): void;
  /** The body of a subscription for all kinds, or for those that are given. */
  subscription(choice?: Partial<NewPushSubscription['choice']>): NewPushSubscription;
}

export type PushAnswer = (response: ServerResponse) => void;

export interface PushService extends AsyncDisposable {
  network: PushNetwork;
  /** The hosts of its addresses, for PUSH_SERVICES. */
  hosts: string;
  /** @param name of a service of its own, below that of the others */
  createBrowser(name?: string): TestBrowser;
  /** Requests so far, also those without a browser. */
  requests(): number;
  countConnections(): Promise<number>;
}

const ACCEPT: PushAnswer = (response) => void response.writeHead(201).end();

/**
 * A push service on this machine, over HTTPS: it checks each token by RFC 8292, as real ones do, and decrypts each notification by RFC
 * 8291, as browsers do. @param now the time by which tokens are checked
 */
export async function startPushService(now: () => Date = () => new Date()): Promise<PushService> {
  const tls = await createCertificate();
  const ca = await readFile(tls.certificate, 'utf8');
  const browsers = new Map<string, { ecdh: ECDH; auth: Buffer; browser: TestBrowser; answer: PushAnswer }>();
  let requests = 0;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests += 1;
    const target = browsers.get(request.url ?? '');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!target) {
      response.writeHead(404).end();
      return;
    }
    const body = Buffer.concat(chunks);
    const { headers } = request;
    const audience = `https://${headers.host}`;
    const claims = await verifyVapid(headers.authorization ?? '', { audience, now: now() });
    const text = decryptPush(body, target).toString('utf8');
    const payload = JSON.parse(text) as PushPayload;
    target.browser.received.push({ headers, claims, text, payload, bytes: body.length });
    target.answer(response);
  }

  const server = createServer({ cert: ca, key: await readFile(tls.key) }, (request, response) => {
    receive(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  const { port, ...listening } = await listenLocally(server);

  return {
    network: {
      ca,
      resolve: (hostname, answer) =>
        hostname === PUSH_HOST || hostname.endsWith(`.${PUSH_HOST}`)
          ? answer(null, [{ address: '127.0.0.1', family: 4 }])
          : answer(new Error(`${hostname} is not known here`)),
      isAllowed: (address) => address === '127.0.0.1',
    },
    hosts: `${PUSH_HOST}:${port},.${PUSH_HOST}:${port}`,
    countConnections: promisify(server.getConnections.bind(server)),
    requests: () => requests,
    createBrowser(name) {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/send/${randomBytes(24).toString('base64url')}`;
      const host = name === undefined ? PUSH_HOST : `${name}.${PUSH_HOST}`;
      const endpoint = `https://${host}:${port}${path}`;
      const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') };
      const browser: TestBrowser = {
        ...{ endpoint, keys, received: [] },
        answerWith: (answer) => void Object.assign(browsers.get(path) ?? {}, { answer }),
        subscription: (choice = { messages: true, replies: true, mentions: true }) => ({
          ...{ endpoint, keys },
          choice: { messages: false, replies: false, mentions: false, ...choice },
        }),
      };
      browsers.set(path, { ecdh, auth, browser, answer: ACCEPT });
      return browser;
    },
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]();
      await tls[Symbol.asyncDispose]();
    },
  };
}

/** @throws for a header without a valid token of at most a day for the audience */
export async function verifyVapid(
  header: string,
  { audience, now }: { audience: string; now: Date },
): Promise<JWTPayload> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256' },
    ...{ x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
  };
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
    ...{ audience, currentDate: now, algorithms: ['ES256'], typ: 'JWT', requiredClaims: ['exp'] },
  });
  if ((payload.exp ?? Infinity) > now.getTime() / 1000 + 86_400) throw new Error('the token lasts too long');
  return payload;
}

/** Decrypts one record by RFC 8291 and 8188, with the browser's keys. @throws for one that is not valid */
export function decryptPush(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): Buffer {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const sender = body.subarray(21, keyEnd);
  const derive = (input: Buffer, [from, info, bytes]: [Buffer, Buffer, number]) =>
    Buffer.from(hkdfSync('sha256', input, from, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const input = derive(ecdh.computeSecret(sender), [auth, info, 32]);
  const key = derive(input, [salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16]);
  const nonce = derive(input, [salt, Buffer.from('Content-Encoding: nonce\0'), 12]);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16));
  const record = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  const end = record.findLastIndex((byte) => byte !== 0);
  if (record[end] !== 2) throw new Error('the record is not the last one');
  return record.subarray(0, end);
}
