import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { OperatorCommand } from '../../../server/src/domain/moderation/operator-request.ts';
import type { WriteUnit } from '../../../server/src/domain/ports.ts';
import type { ProfilePart } from '../../../server/src/domain/users/ports.ts';
import { createPendingUploads } from '../../../server/src/repositories/avatar-uploads.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { createClient } from '../../support/clients.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { signIn, type TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';
import { operateOnStore } from '../../../server/src/wiring/operate-on-store.ts';

const HOUR_MS = 3_600_000;
const NAME = 'Eidergans';

const app = disposeAfterAll(await startTestApp());
const { db } = app.store;
const operate = (command: OperatorCommand) =>
  operateOnStore(app.store, { operator: 'olive', command }, app.clock);
const change = (work: (unit: WriteUnit) => Promise<unknown>) =>
  createStore(db, app.clock).runChange(null, async (unit) => ({ result: await work(unit), entries: [] }));

it('a name, a bio and a picture are cleared at once and for good, also those of a suspended person', async () => {
  const create = { width: 40, height: 20, channels: 3, background: '#9500ff' } as const;
  const body = new Uint8Array(await sharp({ create }).png().toBuffer());
  const file = (sub: string) => fetch(`${app.url}/avatars/processed/${sub}.jpg`);
  const versionOf = async (person: TestPerson) =>
    (await app.visitor.callOk('profilePage', { params: person })).profile.avatar_version;
  const upload = async (person: TestPerson, version: number) => {
    const { url } = await person.callOk('requestAvatarUpload', { body: { extension: 'png' } });
    await fetch(url, { method: 'PUT', body, headers: { 'content-type': 'image/png' } });
    await until(async () => (await versionOf(person)) === version, { what: `version ${version}` });
    expect((await file(person.sub)).status).toBe(200);
  };
  const kim = await app.signUp();
  await kim.callOk('updateProfile', { body: { display_name: `Kim ${NAME}`, bio: `${NAME} bio` } });
  await upload(kim, 1);
  await upload(kim, 2);
  const bob = await app.signUp();
  using tab = await connectSocket(app.url, { token: bob.accessToken });
  const clear = async (part: ProfilePart) => {
    const command = { name: 'clear', handle: kim.handle, part, reason: 'an insult' } as const;
    expect(await operate(command)).toEqual({ done: `Cleared the ${part} of @${kim.handle}.` });
  };
  const cleared = { display_name: kim.handle, bio: '', avatar_version: 0 };
  await clear('name');
  await operate({ name: 'suspend', handle: kim.handle, until: null, reason: 'threats' });
  await clear('bio');
  await clear('picture');
  await operate({ name: 'lift', handle: kim.handle, reason: 'an appeal' });
  const { data } = await tab.waitForEvent(
    'profile.updated',
    (event) =>
      event.data.handle === kim.handle && event.data.display_name === kim.handle && event.data.bio === '',
  );
  expect(data).toMatchObject(cleared);
  expect((await app.visitor.callOk('profilePage', { params: kim })).profile).toMatchObject(cleared);
  const rows = db.selectFrom('avatar_uploads').select('key').where('sub', '=', kim.sub);
  await until(async () => (await rows.execute()).length === 0, { what: 'the removal is carried out' });
  await change(({ people }) => people.bumpAvatarVersion(kim.sub));
  expect(await versionOf(kim)).toBe(3);
  await until(async () => (await file(kim.sub)).status === 404, { what: 'the file is gone' });
  const actions = db.selectFrom('operator_actions').select(['action', 'reason']);
  expect(await actions.where('subject', '=', kim.sub).where('action', 'like', 'clear%').execute()).toEqual(
    ['name', 'bio', 'picture'].map((part) => ({ action: `clear ${part}`, reason: 'an insult' })),
  );
  // Sign-ins of the second of the suspension are over.
  await app.advance(2000);
  const again = createClient(app.url, (await signIn(app.url, kim)).accessToken);
  await upload({ ...kim, ...again }, 4);
});

it('a picture that arrives while a cleared one is being removed is cleared too, so no address leads to nothing', async () => {
  const lou = await app.signUp();
  const uploads = createPendingUploads(db, app.clock, () => undefined);
  const addUpload = () => {
    const key = `${randomUUID()}.png`;
    const expiresAt = new Date(app.clock.now().getTime() + HOUR_MS);
    return uploads.add({ key, sub: lou.sub, extension: 'png', expiresAt }).then(() => key);
  };
  const versions = () =>
    db.selectFrom('people').select(['avatar_version', 'last_avatar_version']).where('sub', '=', lou.sub);
  await uploads.complete(await addUpload());
  const removalOf = async () => {
    await change(({ people }) => people.clearProfile(lou.sub, 'picture'));
    const row = db.selectFrom('avatar_uploads').select(['key', 'sub']).where('sub', '=', lou.sub);
    return row.executeTakeFirstOrThrow();
  };
  const interrupted = await removalOf();
  await uploads.complete(await addUpload());
  await uploads.completeRemoval(interrupted);
  // As two gateways that carry out one removal.
  const again = await removalOf();
  await uploads.completeRemoval(again);
  await uploads.completeRemoval(again);
  const waiting = db.selectFrom('avatar_uploads').select('key').where('sub', '=', lou.sub);
  expect(await waiting.execute()).toEqual([]);
  expect(await versions().execute()).toEqual([{ avatar_version: 0, last_avatar_version: 2 }]);
  await uploads.complete(await addUpload());
  await uploads.completeRemoval(await removalOf());
  expect(await versions().execute()).toEqual([{ avatar_version: 0, last_avatar_version: 3 }]);
  // As a gateway that had claimed the upload before it became a removal.
  const early = await addUpload();
  await change(({ people }) => people.clearProfile(lou.sub, 'picture'));
  expect(await uploads.complete(early)).toBe(false);
  await uploads.remove(early);
  expect(await waiting.execute()).toEqual([{ key: early }]);
  expect(await versions().execute()).toEqual([{ avatar_version: 0, last_avatar_version: 3 }]);
});

it('an upload that is completed after the erasure of its person waits until its address has expired', async () => {
  const mia = await app.signUp();
  const { url } = await mia.callOk('requestAvatarUpload', { body: { extension: 'png' } });
  const key = new URL(url).pathname.split('/').at(-1) ?? '';
  await mia.callOk('deleteAccount');
  const uploads = createPendingUploads(db, app.clock, () => undefined);
  expect(await uploads.complete(key)).toBe(false);
  const rows = db.selectFrom('avatar_uploads').select(['key', 'is_removal']).where('sub', '=', mia.sub);
  expect(await rows.execute()).toEqual([{ key, is_removal: false }]);
});
