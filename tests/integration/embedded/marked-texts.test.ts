import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { listTree } from '../../../server/src/store/backup/manifest.ts';
import { openPGlite } from '../../../server/src/store/open-pglite.ts';
import type { AbuseNetwork } from '../../proof/attack/abuse/network.ts';
import { burn, postCrud, readMessages, replyTo, sendTo, unsend } from '../../support/actions.ts';
import { createClient } from '../../support/clients.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import { signUp, type TestPerson } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { startPushService } from '../../support/push-service.ts';
import { isUsable } from '../../support/services/availability.ts';
import { until } from '../../support/until.ts';

const HOUR_MS = 3_600_000;
/** The push service receives what was queued before this. */
const PUSHED_AFTER_MS = 10_000;

/** Each is a word that is in one text only. */
const marks = [
  ...['burnedCrud', 'burnedReply', 'expiredCrud', 'expiredReply', 'unsentMessage', 'goneMessage'],
  ...['hiddenCrud', 'hiddenReply', 'hiddenBio', 'hiddenMessage'],
  ...['erasedCrud', 'erasedReply', 'erasedBio', 'erasedMessage'],
] as const;
type Mark = (typeof marks)[number];
/** What a suspension hides comes back after it, so the store keeps it. */
const isKept = (mark: Mark) => mark.startsWith('hidden');

test.skipIf(!isUsable('openssl', 'push service'))(
  '[SECURITY-7] what has ended is where docs/security.md says, and nowhere else',
  { timeout: 120_000 },
  async () => {
    await using folder = await createTempFolder();
    const dataDir = join(folder.path, 'data');
    await using push = await startPushService();
    const network: AbuseNetwork = { ca: push.network.ca ?? '', nameServer: '127.0.0.1:1' };
    const env = {
      ...{ DATA_DIR: dataDir, LOG_LEVEL: 'verbose', RATE_LIMITS: 'off', TEST_CLOCK: '1' },
      ...{ LOCAL_POOL_ACCESS_SECONDS: '86400', PUSH_SERVICES: push.hosts },
    };
    await using program = startProgram(
      { ...env, ABUSE_NETWORK: JSON.stringify(network), NODE_OPTIONS: '--import tsx' },
      undefined,
      [],
      'tests/proof/attack/abuse/gateway-entry.ts',
    );
    const url = await program.waitUntilReady();
    const advance = (ms: number) =>
      createClient(url).send('POST', '/local/clock', { body: { advance_ms: ms } });
    const run = (script: string, ...words: string[]) =>
      promisify(execFile)(process.execPath, [`server/dist/${script}.js`, ...words], {
        env: { ...process.env, ...env },
      });

    const [bob, ann, sue, eva] = await Promise.all([signUp(url), signUp(url), signUp(url), signUp(url)]);
    const browser = push.createBrowser();
    await bob.callOk('subscribePush', { body: browser.subscription() });
    const { uuid: lasting } = await postCrud(bob, 'to be answered');
    const { uuid: short } = await postCrud(bob, 'an hour', '1-hour');
    const text = (mark: Mark) => `@${bob.handle} ${mark}`;

    const writeAll = async (
      by: TestPerson,
      [crud, reply, bio, message]: readonly [Mark, Mark, Mark, Mark],
    ) => {
      await by.callOk('updateProfile', { body: { display_name: by.name, bio: bio } });
      await replyTo(by, lasting, text(reply));
      await sendTo(by, bob, message);
      return postCrud(by, text(crud));
    };
    const cruds = [
      await postCrud(ann, text('burnedCrud')),
      await postCrud(ann, text('expiredCrud'), '1-hour'),
      await writeAll(sue, ['hiddenCrud', 'hiddenReply', 'hiddenBio', 'hiddenMessage']),
      await writeAll(eva, ['erasedCrud', 'erasedReply', 'erasedBio', 'erasedMessage']),
    ];
    const { uuid: burnedReply } = await replyTo(ann, lasting, text('burnedReply'));
    await replyTo(ann, short, text('expiredReply'));
    const { message_group_uuid: group = '', uuid: unsent } = await sendTo(ann, bob, 'unsentMessage');
    await ann.callOk('setMessageLifetime', {
      params: { message_group_uuid: group },
      body: { lifetime: '1-hour' },
    });
    await sendTo(ann, bob, 'goneMessage');

    const bobs = [lasting, short].map((uuid) => ({ handle: bob.handle, uuid }));
    const posts = [...cruds, ...bobs].map(({ handle, uuid }) => ({ handle, activity_uuid: uuid }));
    const readAnswers = async () => {
      const conversations = (await bob.callOk('messageGroups')).map(({ uuid }) => uuid);
      const pages = [ann, sue, eva].map(({ handle }) => `/@${handle}`);
      const answers = await Promise.all([
        ...(['homeFeed', 'notifications', 'messageGroups'] as const).map((name) => bob.call(name)),
        ...conversations.map((uuid) => readMessages(bob, uuid)),
        ...marks.map((mark) => bob.call('search', { query: { term: mark } })),
        ...posts.map((params) => bob.call('singlePost', { params })),
        ...[ann, sue, eva].map(({ handle }) => bob.call('profilePage', { params: { handle } })),
        ...[...pages, ...posts.map(({ handle, activity_uuid }) => `/@${handle}/status/${activity_uuid}`)].map(
          (path) => createClient(url).send('GET', path),
        ),
        bob.call('sync', { query: { public: '0.0', me: '0.0' } }),
      ]);
      return JSON.stringify(answers);
    };
    const present = (where: string) => marks.filter((mark) => where.includes(mark));
    expect(present(await readAnswers())).toEqual(marks);

    await burn(ann, cruds[0]?.uuid ?? '');
    await burn(ann, burnedReply);
    await unsend(ann, unsent);
    await run('operate', 'suspend', `@${sue.handle}`, '--for-good', '--reason', 'a test');
    await eva.callOk('deleteAccount');
    await advance(HOUR_MS);
    const answers = await readAnswers();
    const exported = JSON.stringify(await bob.callOk('exportData'));
    await sendTo(ann, bob, 'one that lasts');
    await advance(PUSHED_AFTER_MS);
    await until(() => browser.received.length > 0, { what: 'notifications are sent' });

    let archive = '';
    const copy = async () => {
      const file = join(folder.path, `${crypto.randomUUID()}.tar.gz`);
      await run('backup', file);
      archive = gunzipSync(readFileSync(file)).toString('latin1');
      return present(archive).every(isKept);
    };
    await until(copy, { what: 'the store holds nothing that has ended', timeoutMs: 60_000 });
    program.sendSignal('SIGTERM');
    await program.waitForExit();
    const files = (await listTree(dataDir)).filter(({ isFolder }) => !isFolder);
    const disk = files.map(({ path }) => readFileSync(join(dataDir, path), 'latin1')).join('\n');
    const store = await openPGlite({ dataDir: join(dataDir, 'pg') });
    const tables = (await dumpTables(store)).map((table) => table.text).join('\n');
    await store.close();
    const found = {
      ...{ tables, archive, answers, export: exported },
      logs: program.stderrLines().join('\n'),
      notifications: browser.received.map((received) => received.text).join('\n'),
    };
    expect(found.logs.length).toBeGreaterThan(1000);
    // Which of the ended texts are overwritten depends on where a segment of the write-ahead log ends.
    expect(present(disk)).toEqual(expect.arrayContaining(marks.filter(isKept)));
    const places = Object.entries(found).map(([place, text]) => [place, present(text)]);
    expect(Object.fromEntries(places)).toEqual({
      ...{ tables: marks.filter(isKept), archive: marks.filter(isKept) },
      ...{ logs: [], notifications: [], export: ['hiddenMessage'], answers: ['hiddenMessage'] },
    });
  },
);
