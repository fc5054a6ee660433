import { pbkdf2 } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../server/src/domain/clock.ts';
import { createResolve, isPublicAddress } from '../../../../server/src/push/public-addresses.ts';
import {
  createPushSender,
  type PushNetwork,
  type PushSender,
} from '../../../../server/src/push/send-push.ts';
import { createVapid } from '../../../../server/src/push/vapid.ts';
import { startSilentNameServer } from '../../../support/name-server.ts';
import {
  startPushService,
  verifyVapid,
  type PushService,
  type TestBrowser,
} from '../../../support/push-service.ts';
import { isUsable } from '../../../support/services/availability.ts';
import { until } from '../../../support/until.ts';

const STORE_KEY = Buffer.alloc(32, 7).toString('base64');
const vapid = createVapid({ storeKey: STORE_KEY, contact: 'mailto:ops@cruddur.example', clock: systemClock });
const messageTo = ({ endpoint, keys }: Pick<TestBrowser, 'endpoint' | 'keys'>) => ({
  ...{ target: { endpoint, keys }, ttl: 60, topic: 'T'.repeat(32) },
  payload: JSON.stringify({ kind: 'messages' }),
});

it('[PUSH-5] addresses of this machine, of private networks and of special ranges are not public', () => {
  const special = [
    ...['127.0.0.1', '127.8.8.8', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0'],
    ...['100.64.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1'],
    ...['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '64:ff9b::7f00:1', '2002:7f00:1::', 'not an address', ''],
  ];
  expect(special.filter(isPublicAddress)).toEqual([]);
  const real = ['142.250.1.1', '2a00:1450:4001:800::200a', '::ffff:142.250.1.1'];
  expect(real.filter(isPublicAddress)).toEqual(real);
});

describe.skipIf(!isUsable('openssl', 'push service'))('[PUSH-5] requests to push services', () => {
  let service: PushService;
  beforeAll(async () => void (service = await startPushService()));
  afterAll(() => service[Symbol.asyncDispose]());

  const create = (network: PushNetwork = {}, services = service.hosts.split(',')): PushSender =>
    createPushSender({ vapid, services }, { ...service.network, ...network });
  async function send(
    target: Pick<TestBrowser, 'endpoint' | 'keys'>,
    network?: PushNetwork,
    services?: string[],
  ) {
    const sender = create(network, services);
    try {
      return await sender.send(messageTo(target));
    } finally {
      sender.close();
    }
  }
  const resolving = (addresses: readonly string[]): PushNetwork => ({
    resolve: (_host, answer) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      ),
  });
  const isAllowed = isPublicAddress;
  const refusal = { kind: 'unreachable', error: { code: 'EPRIVATE' } };

  it('[PUSH-5] a name that leads to a private address is refused, also beside a public one', async () => {
    const browser = service.createBrowser();
    const before = service.requests();
    for (const addresses of [['127.0.0.1'], ['::1'], ['142.250.1.1', '127.0.0.1'], ['::ffff:10.0.0.1']])
      await expect(send(browser, { isAllowed, ...resolving(addresses) })).resolves.toMatchObject(refusal);
    expect(service.requests()).toBe(before);
  });

  it('[PUSH-5] a name that does not resolve fails the request only', async () => {
    const { keys } = service.createBrowser();
    const unknown = { keys, endpoint: 'https://push.invalid/1' };
    await expect(send(unknown, {}, ['push.invalid'])).resolves.toMatchObject({
      kind: 'unreachable',
      error: { message: 'push.invalid is not known here' },
    });
  });

  it('look-ups in a domain whose name server does not answer take no thread, and four are made at a time', async () => {
    await using silent = await startSilentNameServer();
    const resolve = createResolve({ servers: [silent.address], timeoutMs: 300 });
    const errors: (string | undefined)[] = [];
    const names = Array.from({ length: 16 }, (_, n) => `push-${n}.invalid`);
    for (const name of names) resolve(name, (error) => errors.push(error?.code));
    await until(() => silent.names().length === 4, { what: 'four names are asked for' });
    // With a thread for each it would wait for the first of them.
    await lookup('127.0.0.1');
    await promisify(pbkdf2)('a', 'b', 1, 32, 'sha256');
    expect(errors).toEqual([]);
    expect(silent.names()).toHaveLength(4);
    await until(() => errors.length === names.length, { what: 'all look-ups have failed' });
    expect(new Set(errors)).toEqual(new Set(['ECANCELLED']));
    const asked = silent.names().length;
    expect(asked).toBe(names.length);
    // The failure is known now.
    const again = await new Promise<string | undefined>((done) =>
      resolve('push-0.invalid', (e) => done(e?.code)),
    );
    expect([again, silent.names().length]).toEqual(['ECANCELLED', asked]);
  });

  it('of many hosts, few idle connections stay', async () => {
    const sender = create();
    try {
      for (let n = 0; n < 40; n += 1) {
        const browser = service.createBrowser(`host-${n}`);
        expect(await sender.send(messageTo(browser))).toEqual({ kind: 'sent' });
      }
      await until(async () => (await service.countConnections()) <= 16, { what: 'few connections are open' });
    } finally {
      sender.close();
    }
  });

  it('a connection that the service is about to close is not used again', async () => {
    const browser = service.createBrowser();
    let connections = 0;
    const resolve: PushNetwork['resolve'] = (host, answer) => {
      connections += 1;
      service.network.resolve?.(host, answer);
    };
    const sender = create({ resolve });
    try {
      for (const [seconds, expected] of [
        [10, 1],
        [1, 1],
        [10, 2],
      ] as const) {
        const headers = { connection: 'keep-alive', 'keep-alive': `timeout=${seconds}` };
        browser.answerWith((response) => void response.writeHead(201, headers).end());
        expect(await sender.send(messageTo(browser))).toEqual({ kind: 'sent' });
        expect(connections).toBe(expected);
      }
    } finally {
      sender.close();
    }
  });

  it('[PUSH-5] what was checked is what is connected to: each connection asks once, whatever the name leads to later', async () => {
    const browser = service.createBrowser();
    let lookups = 0;
    const resolve: PushNetwork['resolve'] = (_host, answer) => {
      lookups += 1;
      answer(null, [{ address: lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
    };
    expect(await send(browser, { resolve })).toEqual({ kind: 'sent' });
    expect(lookups).toBe(1);
    // As a new connection, whose lookup now leads to a private address.
    await expect(send(browser, { isAllowed, resolve })).resolves.toMatchObject(refusal);
  });

  it('[PUSH-2] an address that is not at a push service of the site is gone, without a look-up', async () => {
    const { keys, endpoint } = service.createBrowser();
    const { port } = new URL(endpoint);
    const resolve = () => expect.unreachable();
    const targets = [`https://127.0.0.1:${port}/`, `https://[::1]:${port}/`, 'https://2130706433/'];
    const others = ['https://push.test/', 'https://push.test:1/', `https://notpush.test:${port}/`];
    for (const target of [...targets, ...others, `http://push.test:${port}/`])
      expect(await send({ keys, endpoint: target }, { resolve })).toEqual({ kind: 'gone' });
  });

  it('[PUSH-5] no redirect is followed', async () => {
    const [browser, other] = [service.createBrowser(), service.createBrowser()];
    for (const status of [301, 302, 307, 308]) {
      browser.answerWith((response) => void response.writeHead(status, { location: other.endpoint }).end());
      expect(await send(browser)).toEqual({ kind: 'refused', status });
    }
    expect(other.received).toEqual([]);
  });

  it('[PUSH-5] an endless answer and a missing one end', async () => {
    const browser = service.createBrowser();
    browser.answerWith((response) => {
      response.writeHead(201);
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(8192)));
      };
      response.on('drain', write);
      write();
    });
    expect(await send(browser)).toEqual({ kind: 'sent' });
    browser.answerWith(() => undefined);
    await expect(send(browser, { timeoutMs: 100 })).resolves.toMatchObject({
      kind: 'unreachable',
      error: { name: 'AbortError' },
    });
  });

  it.each([
    [404, undefined, { kind: 'gone' }],
    [410, undefined, { kind: 'gone' }],
    [429, '30', { kind: 'busy', waitMs: 30_000 }],
    [503, undefined, { kind: 'busy', waitMs: null }],
    [500, 'soon', { kind: 'busy', waitMs: null }],
    [503, 'Thu, 01 Jan 1970 00:00:00 GMT', { kind: 'busy', waitMs: 0 }],
    [400, undefined, { kind: 'refused', status: 400 }],
    [413, undefined, { kind: 'refused', status: 413 }],
  ])('an answer %s with Retry-After %s is understood', async (status, retryAfter, outcome) => {
    const browser = service.createBrowser();
    browser.answerWith((response) => {
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      response.writeHead(status).end();
    });
    expect(await send(browser)).toEqual(outcome);
  });

  it('a request has a verifiable token of this site, and no other detail about it', async () => {
    const browser = service.createBrowser();
    expect(await send(browser)).toEqual({ kind: 'sent' });
    const { headers, claims } = browser.received[0] ?? expect.unreachable();
    expect(claims).toMatchObject({
      aud: new URL(browser.endpoint).origin,
      sub: 'mailto:ops@cruddur.example',
    });
    expect(headers).toMatchObject({ ttl: '60', 'content-encoding': 'aes128gcm', topic: 'T'.repeat(32) });
    for (const name of ['cookie', 'referer', 'origin', 'user-agent']) expect(headers[name]).toBeUndefined();
  });
});

const createKey = (storeKey: string) => createVapid({ storeKey, contact: undefined, clock: systemClock });

it('the key of the site is equal at all gateways of a store, and another one in another store', () => {
  expect(createKey(STORE_KEY).publicKey).toBe(vapid.publicKey);
  expect(createKey(Buffer.alloc(32, 8).toString('base64')).publicKey).not.toBe(vapid.publicKey);
  expect(Buffer.from(vapid.publicKey, 'base64url')).toHaveLength(65);
});

it('the key of the site signs a token per push service, of at most a day, without a contact if none is known', async () => {
  const now = systemClock.now();
  const one = await createKey(STORE_KEY).authorize('https://one.example');
  const claims = await verifyVapid(one, { audience: 'https://one.example', now });
  expect(claims.sub).toBeUndefined();
  await expect(verifyVapid(one, { audience: 'https://other.example', now })).rejects.toThrow('aud');
});
