import { request } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import { createCleanup } from '../support/cleanup.ts';
import { createClient, type TestClient } from '../support/clients.ts';
import { createTempFolder } from '../support/create-temp-folder.ts';
import { callPool, signIn } from '../support/people.ts';
import { postUntilAnswered } from '../support/post-until-answered.ts';
import { readRepositoryFile } from '../support/read-repository-file.ts';
import { connectSocket, type TestSocket } from '../support/sockets.ts';
import { until } from '../support/until.ts';
import { docker, isReady, run } from './docker.ts';

const SITE = 'http://localhost:8080';
const MAILS = 'http://localhost:8025/api/v1/messages';
const PROJECT = 'cruddur-tests';
const PASSWORD = 'correct horse battery';

interface ComposeFile {
  name?: string;
  services: Record<string, { configs?: { source: string; target: string }[]; volumes?: string[] }>;
  configs?: Record<string, { content: string }>;
}

let compose: (...words: string[]) => Promise<string>;
const cleanup = createCleanup();

beforeAll(async () => {
  const folder = await createTempFolder();
  cleanup.defer(() => folder[Symbol.asyncDispose]());
  compose = await createCompose(folder.path);
  cleanup.defer(() => compose('down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '5'));
  await compose('up', '--build', '--detach', '--scale', 'gateway=3');
  await until(() => isReady(SITE), { what: 'the site is served', timeoutMs: 120_000 });
});
afterAll(() => cleanup.run());

/** Compose 2 on the file as it is; Debian's 1.29 on one whose configs are files, which is all that it does not know. */
async function createCompose(folder: string): Promise<typeof compose> {
  const call = (program: string, ...words: string[]) => {
    return (...more: string[]) => run(program, [...words, '--project-name', PROJECT, ...more]);
  };
  const hasCompose2 = await docker('compose', 'version').then(
    () => true,
    () => false,
  );
  if (hasCompose2) return call('docker', 'compose', '--file', 'docker-compose.yml');
  const {
    name,
    configs = {},
    services,
    ...others
  } = parse(readRepositoryFile('docker-compose.yml')) as ComposeFile;
  expect(name).toBe('cruddur');
  const translated = Object.entries(services).map(
    async ([service, { configs: used = [], volumes = [], ...rest }]) => {
      const files = used.map(async ({ source, target }) => {
        const file = join(folder, source);
        await writeFile(file, configs[source]?.content ?? '', { mode: 0o644 });
        return `${file}:${target}:ro`;
      });
      const mounts = [...volumes, ...(await Promise.all(files))];
      return [service, { ...rest, ...(mounts.length > 0 && { volumes: mounts }) }];
    },
  );
  const file = join(folder, 'docker-compose.yml');
  const content = { ...others, services: Object.fromEntries(await Promise.all(translated)) as unknown };
  // JSON is YAML, of every version.
  await writeFile(file, JSON.stringify(content));
  return call('docker-compose', '--project-directory', '.', '--file', file);
}

interface Person extends TestClient {
  handle: string;
  accessToken: string;
}

/** Signs up through the proxy, with the code from the mail server. */
async function signUpByMail(handle: string): Promise<Person> {
  const email = emailOf(handle);
  const attributes = { name: `Person ${handle}`, email, preferred_username: handle };
  await callPool(SITE, 'SignUp', {
    Username: email,
    Password: PASSWORD,
    UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
  });
  const code = await readMailedCode(email, 'activation code');
  await callPool(SITE, 'ConfirmSignUp', { Username: email, ConfirmationCode: code });
  const { accessToken } = await signIn(SITE, { email, password: PASSWORD });
  return { ...createClient(SITE, accessToken), handle, accessToken };
}

const emailOf = (handle: string) => `${handle}@example.com`;

function readMailedCode(email: string, kind: string): Promise<string> {
  const find = async () => {
    const { messages } = (await (await fetch(MAILS)).json()) as MailList;
    const mails = messages.filter(({ To }) => To.some(({ Address }) => Address === email));
    return mails.map(({ Snippet }) => new RegExp(`${kind} is (\\d+)`).exec(Snippet)?.[1]).find(Boolean);
  };
  return until(find, { what: `a ${kind} is mailed to ${email}` });
}

interface MailList {
  messages: { To: { Address: string }[]; Snippet: string }[];
}

/** The gateways' containers, by their own addresses. */
async function findGateways(): Promise<{ id: string; url: string }[]> {
  const ids = (await compose('ps', '--quiet', 'gateway')).trim().split('\n');
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
  return Promise.all(
    ids.map(async (id) => ({
      id,
      url: `http://${await docker('inspect', '--format', format, id)}:4567`,
    })),
  );
}

const createdIn = ({ applied }: TestSocket) =>
  applied.public.flatMap((event) => (event.kind === 'activity.created' ? [event.data.uuid] : []));

/** `*.localhost` is this machine in browsers, and not in every resolver. @returns status and body */
function callS3(method: string, url: string, body?: Buffer): Promise<[number | undefined, Buffer]> {
  const { host, port, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const headers = { host, ...(body && { 'content-type': 'image/png', 'content-length': body.length }) };
    request({ host: '127.0.0.1', port, path: pathname + search, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve([answer.statusCode, Buffer.concat(chunks)]));
    })
      .on('error', reject)
      .end(body);
  });
}

it('[TOPOLOGY-10] compose up serves sign-up by mail, live cruds on every gateway and pictures from S3; a killed gateway loses nothing', async () => {
  const ann = await signUpByMail('ann');
  const gateways = await findGateways();
  expect(gateways).toHaveLength(3);
  const tabs = await Promise.all(gateways.map(({ url }) => connectSocket(url, { token: ann.accessToken })));
  const first = await postUntilAnswered(ann, 'seen at every gateway');
  for (const tab of tabs) await tab.waitForEvent('activity.created', ({ data }) => data.uuid === first);

  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { url } = await ann.callOk('requestAvatarUpload', { body: { extension: 'png' } });
  expect(await callS3('PUT', url, picture)).toEqual([200, expect.anything()]);
  const { cognito_user_uuid: sub } = await ann.callOk('me');
  const processed = async () => (await ann.send('GET', `/avatars/processed/${sub}.jpg`)).status === 200;
  await until(processed, { what: 'the picture is processed', timeoutMs: 30_000 });

  const posted: string[] = [];
  const posting = (async () => {
    for (let n = 0; n < 30; n += 1)
      posted.push(await postUntilAnswered(ann, `before and after the kill ${n}`));
  })();
  await until(() => posted.length > 5, { what: 'some cruds are posted' });
  await docker('kill', gateways[0]?.id ?? '');
  // The proxy leaves the killed gateway alone once calls to it have failed.
  const times: number[] = [];
  for (let n = 0; n < 22; n += 1) {
    const begun = performance.now();
    const { status } = await createClient(SITE).send('GET', '/healthz');
    times.push(performance.now() - begun);
    expect(status).toBe(200);
  }
  const median = times.toSorted((a, b) => a - b)[11] ?? 0;
  expect(times.filter((time) => time > 50 * median).length).toBeLessThanOrEqual(2);

  await posting;
  const [, tab] = tabs;
  if (!tab) throw new Error('the tab of the second gateway is missing');
  await until(() => posted.every((uuid) => createdIn(tab).includes(uuid)), {
    what: 'all cruds have arrived',
  });
  expect(createdIn(tab)).toEqual([first, ...posted]);
  expect((await ann.callOk('homeFeed', { query: { limit: '100' } })).map(({ uuid }) => uuid)).toEqual(
    createdIn(tab).toReversed(),
  );
  for (const open of tabs) open[Symbol.dispose]();

  const lines = (await compose('logs', '--no-color', 'gateway'))
    .split('\n')
    .filter((line) => line.includes('|'));
  const texts = lines.map((line) => line.slice(line.indexOf('|') + 1).trim()).filter((line) => line !== '');
  expect(texts.filter((line) => !line.startsWith('{') && !line.startsWith('Cruddur is ready at '))).toEqual(
    [],
  );
});

it('scripts that work beside the gateways run in one of their containers', async () => {
  const labels = ['project=' + PROJECT, 'service=gateway'].map(
    (label) => `label=com.docker.compose.${label}`,
  );
  const running = await docker('ps', '--quiet', ...labels.flatMap((label) => ['--filter', label]));
  const [gateway = ''] = running.split('\n');
  const exec = (...words: string[]) => docker('exec', gateway, 'npm', 'run', '--silent', ...words);
  expect(await exec('migrate')).toBe('The store is up to date; nothing was changed.');
  expect(await exec('operate', '--', 'list')).toBe('There are no open reports.');
  expect(await exec('seed')).toBe('The store has people already; nothing was changed.');
});

it('with the shipped settings a reset code reaches its recipient only', async () => {
  const { handle } = await signUpByMail('victim');
  const email = emailOf(handle);
  await callPool(SITE, 'ForgotPassword', { Username: email });
  const secret = await readMailedCode(email, 'reset code');
  const closed = ['/local/mail', `/local/mail?to=${email}`, '/local/mail/style.css', '/metrics'];
  for (const path of closed) {
    for (const accept of ['application/json', 'text/html', '*/*']) {
      const { status, body } = await createClient(SITE).send('GET', path, { headers: { accept } });
      expect([path, status]).toEqual([path, path === '/metrics' ? 403 : 404]);
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  }
  expect(await compose('logs', 'gateway')).not.toMatch(/login: |say-it-then-forget-it/);
});

it('with compose-external.yml the gateways use PostgreSQL, Redis and S3 that run elsewhere', async () => {
  const network = `${PROJECT}_default`;
  const elsewhere = async (name: string, ...words: string[]) => {
    cleanup.defer(() => docker('rm', '--force', '--volumes', name));
    await docker('run', '--detach', '--name', name, '--network', network, ...words);
  };
  const login = ['USER', 'PASSWORD', 'DB'].flatMap((word) => ['--env', `POSTGRES_${word}=elsewhere`]);
  await elsewhere('cruddur-tests-postgres', ...login, 'postgres:15');
  await elsewhere('cruddur-tests-redis', 'redis:7');
  const settings = {
    DATABASE_URL: 'postgres://elsewhere:elsewhere@cruddur-tests-postgres:5432/elsewhere',
    REDIS_URL: 'redis://cruddur-tests-redis:6379',
    S3_BUCKET: 'cruddur',
    AWS_REGION: 'eu-central-1',
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const isThere = () =>
    docker('exec', 'cruddur-tests-postgres', 'pg_isready', '--username', 'elsewhere').then(
      () => true,
      () => false,
    );
  await until(isThere, { what: 'PostgreSQL is there', timeoutMs: 30_000 });

  const external = ['--file', 'docs/operations/compose-external.yml'];
  await compose(...external, 'up', '--detach', '--scale', 'gateway=2');
  const servicesHere = (await compose(...external, 'ps', '--services', '--filter', 'status=running')).split(
    '\n',
  );
  expect(servicesHere.toSorted()).toEqual(['gateway', 'proxy']);
  const isHealthy = async () =>
    (await isReady(SITE)) &&
    ((await createClient(SITE).send('GET', '/readyz')).body as { degraded: string[] }).degraded.length === 0;
  await until(isHealthy, { what: 'the site is served from there', timeoutMs: 60_000 });
  // Known in the store of the other tests.
  expect(await createClient(SITE).call('profilePage', { params: { handle: 'ann' } })).toMatchObject({
    status: 404,
  });
});
