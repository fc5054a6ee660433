import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { CLIENT_ID } from '@cruddur/local-pool/names';
import { AVATAR_MAX_BYTES } from '@cruddur/shared';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { createCleanup } from '../../support/cleanup.ts';
import { createClient } from '../../support/clients.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';
import { isUsable } from '../../support/services/availability.ts';
import { createCertificate } from '../../support/services/certificates.ts';
import { findFreePort } from '../../support/services/find-free-port.ts';
import { findProgram } from '../../support/services/find-program.ts';
import { startManagedProcess } from '../../support/services/managed-process.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

// The certificate of the proxy is of this run, and Node 20 cannot add one to a running program.
vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
afterAll(() => vi.unstubAllEnvs());

const page = readRepositoryFile('docs/operations/proxy.md');
const app = disposeAfterAll(await startTestApp());

interface Setting {
  folder: string;
  certificate: string;
  key: string;
  https: number;
  http: number;
}

/** How each program is started with its example, whose fixed files and ports become those of this run. */
const proxies = {
  nginx: {
    adapt: (example: string, { folder, certificate, key, https, http }: Setting) => `
      user ${userInfo().username};
      pid ${folder}/nginx.pid;
      error_log stderr;
      events {}
      http {
        access_log off;
        client_body_temp_path ${folder}/body;
        proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/fastcgi;
        uwsgi_temp_path ${folder}/uwsgi;
        scgi_temp_path ${folder}/scgi;
        ${example
          .replace('listen 443', `listen 127.0.0.1:${https}`)
          .replace('listen 80', `listen 127.0.0.1:${http}`)
          .replace('/etc/ssl/cruddur/certificate.pem', certificate)
          .replace('/etc/ssl/cruddur/key.pem', key)}
      }`,
    words: (file: string) => ['-c', file, '-g', 'daemon off;'],
  },
  caddy: {
    adapt: (example: string, { folder, certificate, key, https, http }: Setting) => `
      {
        admin off
        storage file_system ${folder}/caddy
        http_port ${http}
        https_port ${https}
        default_bind 127.0.0.1
        skip_install_trust
      }
      ${example
        // As later than that after a failed call: only the health check keeps it from the absent gateway.
        .replace('fail_duration 5s', 'fail_duration 1ms')
        .replace('cruddur.example.com {', `https://localhost:${https} {\n  tls ${certificate} ${key}`)}`,
    words: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  haproxy: {
    adapt: (example: string, { folder, https, http }: Setting) =>
      example
        .replace('bind :443', `bind 127.0.0.1:${https}`)
        .replace('bind :80', `bind 127.0.0.1:${http}`)
        .replace('/etc/ssl/cruddur/both.pem', join(folder, 'both.pem')),
    words: (file: string) => ['-f', file],
  },
};

/** No program of a test listens there, as on a port that was free a moment ago one may. */
const AWAY = 1;

/** A gateway behind the example of the page; the second gateway of the example is away. */
async function startBehind(name: keyof typeof proxies) {
  const cleanup = createCleanup();
  try {
    const folder = await createTempFolder();
    cleanup.defer(() => folder[Symbol.asyncDispose]());
    const tls = await createCertificate();
    cleanup.defer(() => tls[Symbol.asyncDispose]());
    const [https = 0, http = 0, port = 0] = await Promise.all([1, 2, 3].map(findFreePort));
    const url = `https://localhost:${https}`;
    const env = {
      ...{ PUBLIC_URL: url, PORT: String(port), TRUST_PROXY: '1', TEST_CLOCK: '0', RATE_LIMITS: 'on' },
    };
    const gateway = await startTestApp({ env, sharedStoreApp: app });
    cleanup.defer(() => gateway[Symbol.asyncDispose]());
    const both = (await readFile(tls.certificate, 'utf8')) + (await readFile(tls.key, 'utf8'));
    await writeFile(join(folder.path, 'both.pem'), both);
    const example = new RegExp(`\`\`\`${name}\\w*\\n([^]+?)\`\`\``).exec(page)?.[1] ?? '';
    const settings = proxies[name].adapt(example, {
      ...{ folder: folder.path, certificate: tls.certificate, key: tls.key, https, http },
    });
    const file = join(folder.path, 'settings');
    const ports = settings.replaceAll('127.0.0.1:4567', `127.0.0.1:${port}`);
    await writeFile(file, ports.replaceAll('127.0.0.1:4568', `127.0.0.1:${AWAY}`));
    const program = findProgram(name, ['/usr/sbin']) ?? '';
    const proxy = startManagedProcess({
      command: [program, ...proxies[name].words(file)],
      endSignal: 'TERM',
    });
    cleanup.defer(() => proxy[Symbol.asyncDispose]());
    const visitor = createClient(url);
    const isReady = () =>
      visitor.send('GET', '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(isReady, { what: () => `${name} is ready\n${proxy.output()}` });
    return {
      url,
      http,
      visitor,
      certificate: await readFile(tls.certificate, 'utf8'),
      [Symbol.asyncDispose]: cleanup.run,
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** @returns the protocol and the status of the home page */
async function openByHttp2(url: string): Promise<[string | undefined, number | undefined]> {
  const session = connect(url, { rejectUnauthorized: false });
  try {
    return await new Promise((resolve, reject) => {
      session.on('error', reject);
      const call = session.request({ ':path': '/' }).on('error', reject);
      call.on('response', (headers) => resolve([session.alpnProtocol, headers[':status']]));
      call.end();
    });
  } finally {
    session.destroy();
  }
}

/** Asks for a reset code, of which an address gets few, from an address of this machine. @returns the status */
function askForCode(url: string, localAddress: string, forged: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
      'x-forwarded-for': forged,
    };
    const options = {
      method: 'POST',
      headers,
      localAddress,
      family: 4,
      agent: false,
      rejectUnauthorized: false,
    };
    request(`${url}/local/idp`, options, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end(JSON.stringify({ ClientId: CLIENT_ID, Username: `unknown-${forged}@example.com` }));
  });
}

const names = Object.keys(proxies) as (keyof typeof proxies)[];
const usable = names.filter((name) => isUsable(name, `${name} in front of a gateway`));

test.each(usable)(
  '%s as in the documentation serves pages, sockets and pictures, and nothing that is not for visitors',
  async (name) => {
    await using site = await startBehind(name);
    expect(await openByHttp2(site.url)).toEqual(['h2', 200]);
    const plain = await fetch(`http://localhost:${site.http}/about`, { redirect: 'manual' });
    expect([301, 308]).toContain(plain.status);

    const ann = await app.signUp();
    const here = createClient(site.url, ann.accessToken);
    using tab = await connectSocket(site.url, { token: ann.accessToken, certificate: site.certificate });
    await here.callOk('createActivity', { body: { message: `behind ${name}`, ttl: '1-hour' } });
    // A body that a proxy has begun to send to an absent gateway cannot be sent again.
    for (let call = 0; call < 8; call += 1)
      await here.callOk('createActivity', { body: { message: `again ${call}`, ttl: '1-hour' } });
    const event = await tab.waitForEvent('activity.created', ({ data }) => data.handle === ann.handle);
    expect(event.data.message).toBe(`behind ${name}`);

    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const body = Buffer.concat([picture, Buffer.alloc(AVATAR_MAX_BYTES - picture.length)]);
    const { url } = await here.callOk('requestAvatarUpload', { body: { extension: 'png' } });
    expect(new URL(url).origin).toBe(site.url);
    const put = await fetch(url, { method: 'PUT', headers: { 'content-type': 'image/png' }, body });
    expect([put.status, await put.text()]).toEqual([200, expect.anything()]);

    const closed = await Promise.all(
      ['/metrics', '/local/mail', '/local/mail?to=ann@example.com'].map((path) =>
        site.visitor.send('GET', path),
      ),
    );
    expect(closed.map(({ status }) => status)).toEqual([403, 404, 404]);
  },
);

test.each(usable)(
  'behind %s a client has the address that the proxy saw, and a gateway that is away fails no call',
  async (name) => {
    await using site = await startBehind(name);
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.visitor.send('GET', '/healthz')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));

    // The counts are in Redis, so each test calls from an address of its own.
    const address = `127.0.0.${2 + usable.indexOf(name)}`;
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, n) => askForCode(site.url, address, `203.0.113.${n}`)),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(await askForCode(site.url, '127.0.0.1', '203.0.113.1')).toBe(200);
  },
);
