import { randomUUID } from 'node:crypto';
import { REPORT_TEXT_DAYS, REPORTS_PER_DAY, type BodyInputOf, type Routes } from '@cruddur/shared';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { OperatorCommand } from '../../../server/src/domain/moderation/operator-request.ts';
import { eraseReportTexts } from '../../../server/src/repositories/moderation.ts';
import { burn, expectRefusal, postCrud, sendTo, unsend } from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { createClient } from '../../support/clients.ts';
import { dumpTables, findTablesWithPerson } from '../../support/dump-tables.ts';
import { signIn, type TestPerson } from '../../support/people.ts';
import { runSql } from '../../support/run-sql.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';
import { operateOnStore } from '../../../server/src/wiring/operate-on-store.ts';

const DAY_MS = 86_400_000;
type ReportBody = BodyInputOf<Routes['report']>;
const OPERATOR_EMAIL = 'moderators@example.com';

const QUARTER_MS = 15 * 60_000;

const app = disposeAfterAll(await startTestApp({ env: { OPERATOR_EMAIL } }));
const { db } = app.store;
const [ann, bob, cy] = [await app.signUp(), await app.signUp(), await app.signUp()];

const post = async (person: TestPerson, message: string) => (await postCrud(person, message)).uuid;
const report = async (person: TestPerson, body: ReportBody) => (await person.callOk('report', { body })).uuid;
const operate = (command: OperatorCommand) =>
  operateOnStore(app.store, { operator: 'olive', command }, app.clock);
const caseIds = async () => {
  const ids: string[] = [];
  for (let [page, pages] = [1, 1]; page <= pages; page += 1) {
    const answer = await operate({ name: 'list', page });
    if (!('cases' in answer)) return expect.unreachable();
    expect(answer.cases.length).toBeLessThanOrEqual(50);
    ids.push(...answer.cases.map(({ id }) => id));
    pages = answer.pages;
  }
  expect(new Set(ids).size).toBe(ids.length);
  return ids;
};
const actionsOn = (subject: string) =>
  db
    .selectFrom('operator_actions')
    .select(['operator', 'action', 'reason'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();

it('[PAINT-1] visitors get the three newest cruds of people without a report', async () => {
  const dan = await app.signUp();
  const uuids: string[] = [];
  for (const number of [1, 2, 3, 4]) uuids.unshift(await post(dan, `crud ${String(number)}`));
  const newest = () => app.visitor.callOk('newestCruds');
  expect((await newest()).map(({ uuid }) => uuid)).toEqual(uuids.slice(0, 3));
  await report(bob, { kind: 'person', uuid: dan.sub, reason: 'spam' });
  expect((await newest()).filter(({ handle }) => handle === dan.handle)).toEqual([]);
});

it('[REPORT-1] a crud, a message and a person are reported; a repeat is the same open report', async () => {
  const crud = await post(ann, 'a reported crud');
  const { uuid: message } = await sendTo(ann, bob, 'a reported message');
  const subjects = [
    { kind: 'crud', uuid: crud },
    { kind: 'message', uuid: message },
    { kind: 'person', uuid: ann.sub },
  ] as const;
  for (const subject of subjects) {
    const first = await report(bob, { ...subject, reason: 'harassment', note: 'please look' });
    expect(await report(bob, { ...subject, reason: 'spam' })).toBe(first);
    const shown = { reporter: bob.handle, reason: 'harassment', note: 'please look' };
    const answer = await operate({ name: 'show', report: first });
    expect(answer).toMatchObject({ ...subject, handle: ann.handle, reports: [shown] });
    expect((await caseIds()).filter((id) => id === first)).toHaveLength(1);
  }
});

it('[REPORT-2] what cannot be reported is refused with its code', async () => {
  const own = await post(bob, 'his own');
  const burned = await post(ann, 'soon burned');
  await burn(ann, burned);
  const { uuid: message } = await sendTo(ann, bob, 'not for Cy');
  const { uuid: removed } = await sendTo(ann, bob, 'soon removed');
  await unsend(ann, removed);
  const { uuid: expired } = await sendTo(ann, bob, 'disappeared, and not purged yet');
  const disappeared = { expires_at: app.clock.now() };
  await db.updateTable('messages').set(disappeared).where('uuid', '=', expired).execute();
  for (const [by, body, status, code] of [
    [bob, { kind: 'crud', uuid: randomUUID() }, 404, 'activity_not_found'],
    [bob, { kind: 'crud', uuid: burned }, 410, 'activity_expired'],
    [cy, { kind: 'message', uuid: message }, 404, 'message_not_found'],
    [bob, { kind: 'message', uuid: removed }, 404, 'message_not_found'],
    [bob, { kind: 'message', uuid: expired }, 404, 'message_not_found'],
    [bob, { kind: 'person', uuid: randomUUID() }, 404, 'user_not_found'],
    [bob, { kind: 'crud', uuid: own }, 403, 'generic_403'],
    [bob, { kind: 'person', uuid: bob.sub }, 403, 'generic_403'],
    [bob, { kind: 'crud', uuid: own, reason: 'because' }, 400, 'generic_400'],
    [bob, { kind: 'crud', uuid: own, note: 'x'.repeat(501) }, 413, 'generic_413'],
  ] as const)
    await expectRefusal(by.send('POST', '/api/reports', { body: { reason: 'spam', ...body } }), status, code);
});

it('[REPORT-1] a person has a limit of reports per day', async () => {
  const dora = await app.signUp();
  await runSql(
    db,
    sql`
      insert into reports (uuid, reporter, kind, subject, person, reason, created_at, announced)
      select gen_random_uuid(), ${dora.sub}::uuid, 'crud', gen_random_uuid(), ${ann.sub}::uuid, 'spam', ${app.clock.now()}, true
      from generate_series(1, ${REPORTS_PER_DAY}::int)`,
  );
  const uuid = await post(ann, 'one more');
  const oneMore = dora.call('report', { body: { kind: 'crud', uuid, reason: 'spam' } });
  await expectRefusal(oneMore, 429, 'too_many_reports');
  await db.deleteFrom('reports').where('reporter', '=', dora.sub).execute();
});

it('[REPORT-4] the text of a report outlives its crud, sealed, and is erased when the case is closed', async () => {
  const crud = await post(ann, 'quokkasprinkler');
  const first = await report(bob, { kind: 'crud', uuid: crud, reason: 'threat', note: 'notequokka' });
  await report(cy, { kind: 'crud', uuid: crud, reason: 'spam' });
  await burn(ann, crud);
  expect(JSON.stringify(await dumpTables(app.store))).not.toContain('quokka');
  expect(await operate({ name: 'show', report: first })).toMatchObject({
    reports: [{ text: 'quokkasprinkler', note: 'notequokka' }, { text: 'quokkasprinkler' }],
  });
  expect(await operate({ name: 'close', report: first, reason: 'settled' })).toHaveProperty('done');
  expect(await caseIds()).not.toContain(first);
  expect(await operate({ name: 'show', report: first })).toHaveProperty('fault');
  expect(await actionsOn(first)).toEqual([
    { operator: 'olive', action: 'show', reason: null },
    { operator: 'olive', action: 'close', reason: 'settled' },
  ]);
});

it('operators learn of a new report by a mail without its text', async () => {
  // After the mail about the reports of the tests before.
  await app.advance(QUARTER_MS);
  const uuid = await post(ann, 'walrusparade');
  const filed = await report(bob, { kind: 'crud', uuid, reason: 'illegal', note: 'walrusnote' });
  const mails = async () => {
    const headers = { accept: 'application/json' };
    const { body } = await app.visitor.send('GET', `/local/mail?to=${OPERATOR_EMAIL}`, { headers });
    return JSON.stringify(body);
  };
  await until(async () => (await mails()).includes(filed), { what: 'the mail is in the mailbox' });
  expect(await mails()).toContain('illegal');
  expect(await mails()).not.toContain('walrus');

  const dora = await app.signUp();
  await runSql(
    db,
    sql`
      insert into reports (uuid, reporter, kind, subject, person, reason, created_at, announced)
      select gen_random_uuid(), ${dora.sub}::uuid, 'crud', gen_random_uuid(), ${ann.sub}::uuid, 'spam', ${app.clock.now()}, false
      from generate_series(1, 120)`,
  );
  await app.advance(QUARTER_MS);
  await until(async () => (await mails()).includes('120 new reports'), {
    what: 'one mail about all of them',
  });
  const countWaiting = async () =>
    (await db.selectFrom('reports').select('uuid').where('announced', '=', false).execute()).length;
  await until(async () => (await countWaiting()) === 0, { what: 'all of them are announced' });
  await db.deleteFrom('reports').where('reporter', '=', dora.sub).execute();
});

it('an operator burns a crud as its author does', async () => {
  const crud = await post(ann, 'burned by an operator');
  const filed = await report(bob, { kind: 'crud', uuid: crud, reason: 'private_life' });
  using tab = await connectSocket(app.url, { token: bob.accessToken });
  expect(await operate({ name: 'burn', uuid: filed, reason: 'an address' })).toHaveProperty('done');
  await tab.waitForEvent('activity.deleted', ({ data }) => data.uuid === crud);
  const params = { handle: ann.handle, activity_uuid: crud };
  await expectRefusal(app.visitor.call('singlePost', { params }), 410, 'activity_expired');
  expect(await operate({ name: 'burn', uuid: crud, reason: 'again' })).toHaveProperty('fault');
  expect(await actionsOn(crud)).toEqual([{ operator: 'olive', action: 'burn', reason: 'an address' }]);
});

it('an operator removes a reported message for both members, also after a day', async () => {
  const sent = await sendTo(ann, bob, 'pelicanhandshake');
  const filed = await report(bob, { kind: 'message', uuid: sent.uuid, reason: 'threat' });
  using sender = await connectSocket(app.url, { token: ann.accessToken });
  using recipient = await connectSocket(app.url, { token: bob.accessToken });
  const older = sql`created_at = created_at - interval '2 days'`;
  await runSql(db, sql`update messages set ${older} where uuid = ${sent.uuid}`);
  expect(await operate({ name: 'burn', uuid: filed, reason: 'a threat' })).toHaveProperty('done');
  for (const tab of [sender, recipient])
    await tab.waitForEvent('message.removed', ({ data }) => data.uuid === sent.uuid);
  expect(JSON.stringify(await dumpTables(app.store))).not.toContain('pelican');
  const shown = await operate({ name: 'show', report: filed });
  expect(shown).toMatchObject({ reports: [{ text: 'pelicanhandshake' }] });
  expect(await operate({ name: 'burn', uuid: filed, reason: 'again' })).toEqual({
    fault: `The message ${sent.uuid} has been removed or has disappeared.`,
  });
  expect(await actionsOn(sent.uuid)).toEqual([{ operator: 'olive', action: 'remove', reason: 'a threat' }]);
});

it('an operator ends the sessions of a person, who may sign in again', async () => {
  const dora = await app.signUp();
  using tab = await connectSocket(app.url, { token: dora.accessToken });
  const end = (handle: string) => operate({ name: 'end-sessions', handle, reason: 'a stolen phone' });
  expect(await end(dora.handle)).toHaveProperty('done');
  expect(await tab.waitForEnd()).toBe('session_revoked');
  expect((await dora.call('me')).status).toBe(401);
  // Sign-ins of the second in which the sessions ended are over too.
  await app.advance(2000);
  const again = createClient(app.url, (await signIn(app.url, dora)).accessToken);
  expect((await again.call('me')).status).toBe(200);
  expect(await end('unknown_one')).toEqual({ fault: 'There is no person @unknown_one.' });
});

it('the table of actions accepts no change', async () => {
  await operate({ name: 'end-sessions', handle: (await app.signUp()).handle, reason: 'a reason' });
  for (const change of [
    sql`update operator_actions set reason = 'another'`,
    sql`update operator_actions set reason = null, operator = 'another'`,
    sql`delete from operator_actions`,
    sql`truncate operator_actions`,
  ])
    await expect(runSql(db, change)).rejects.toThrow('only accepts new rows');
});

it('the erasure of a person erases what operators wrote about them, and keeps what was done', async () => {
  const eve = await app.signUp();
  const crud = await post(eve, 'to be burned');
  const filed = await report(bob, { kind: 'crud', uuid: crud, reason: 'spam' });
  await operate({ name: 'burn', uuid: filed, reason: 'okapigarden' });
  await operate({ name: 'close', report: filed, reason: 'okapigarden' });
  await operate({ name: 'end-sessions', handle: eve.handle, reason: 'okapigarden' });
  expect(JSON.stringify(await dumpTables(app.store))).toContain('okapigarden');
  await app.advance(2000);
  await createClient(app.url, (await signIn(app.url, eve)).accessToken).callOk('deleteAccount');
  expect(JSON.stringify(await dumpTables(app.store))).not.toContain('okapigarden');
  const done = await Promise.all([crud, filed, eve.sub].map(actionsOn));
  expect(done.flat().map(({ action, reason }) => [action, reason])).toEqual([
    ['burn', null],
    ['close', null],
    ['end-sessions', null],
  ]);
});

it('the erasure of the reporter or of the reported person erases the report', async () => {
  const [dora, eve] = [await app.signUp(), await app.signUp()];
  await report(dora, { kind: 'person', uuid: ann.sub, reason: 'spam' });
  await report(bob, { kind: 'person', uuid: eve.sub, reason: 'spam' });
  await dora.callOk('deleteAccount');
  await eve.callOk('deleteAccount');
  expect(await findTablesWithPerson(app.store, dora.sub)).toEqual([]);
  expect(await findTablesWithPerson(app.store, eve.sub)).toEqual([]);
});

it('[REPORT-4] the texts of an open report are erased after fourteen days', async () => {
  const uuid = await post(ann, 'kept for a while');
  const filed = await report(bob, { kind: 'crud', uuid, reason: 'other', note: 'a note' });
  const shown = async () => {
    const answer = await operate({ name: 'show', report: filed });
    return 'reports' in answer ? answer.reports.map(({ text, note }) => ({ text, note })) : answer;
  };
  const eraseTexts = () =>
    eraseReportTexts(db, new Date(app.clock.now().getTime() - REPORT_TEXT_DAYS * DAY_MS));
  await app.advance((REPORT_TEXT_DAYS - 1) * DAY_MS);
  await eraseTexts();
  expect(await shown()).toEqual([{ text: 'kept for a while', note: 'a note' }]);
  await app.advance(DAY_MS);
  await eraseTexts();
  expect(await shown()).toEqual([{ text: null, note: null }]);
});
