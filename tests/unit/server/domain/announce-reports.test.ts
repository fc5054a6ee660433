import { expect, it } from 'vitest';
import { createReportAnnouncer } from '../../../../server/src/domain/moderation/announce-reports.ts';
import type { NewReport } from '../../../../server/src/domain/moderation/ports.ts';

const QUARTER_MS = 15 * 60_000;

function createAnnouncer() {
  let nowMs = 0;
  let isAway = false;
  const waiting: NewReport[] = [];
  const mails: { subject: string; text: string }[] = [];
  const run = createReportAnnouncer({
    clock: { now: () => new Date(nowMs) },
    send: (mail) => {
      if (isAway) return Promise.reject(new Error('the store is away'));
      mails.push(mail);
      return Promise.resolve();
    },
    announcements: {
      readNew: () => Promise.resolve([...waiting]),
      markAnnounced: (uuids) => {
        waiting.splice(0, waiting.length, ...waiting.filter(({ uuid }) => !uuids.includes(uuid)));
        return Promise.resolve();
      },
    },
  });
  return {
    ...{ run, mails, waiting },
    file: (count: number) => {
      for (let n = 0; n < count; n += 1)
        waiting.push({ uuid: `report-${waiting.length}`, kind: 'crud', reason: 'spam' });
    },
    setAway: (value: boolean) => void (isAway = value),
    pass: (ms: number) => void (nowMs += ms),
  };
}

it('the first report is announced at once, and those of the next quarter of an hour by one mail', async () => {
  const { run, mails, waiting, file, pass } = createAnnouncer();
  await run();
  file(1);
  await run();
  expect(mails.map(({ subject }) => subject)).toEqual(['Cruddur: a crud was reported']);
  expect(mails[0]?.text).toContain('report-0');
  file(1000);
  for (let n = 0; n < 10; n += 1) await run();
  pass(QUARTER_MS - 1);
  await run();
  expect(mails).toHaveLength(1);
  pass(1);
  await run();
  expect(mails[1]?.subject).toBe('Cruddur: 1000 new reports');
  expect(mails[1]?.text.match(/^report-\d+ /gm)).toHaveLength(50);
  expect(mails[1]?.text).toContain('… and 950 more');
  for (let n = 0; n < 10; n += 1) {
    pass(QUARTER_MS);
    await run();
  }
  expect([mails.length, waiting.length]).toEqual([2, 0]);
});

it('what could not be handed to the mail server is announced by the next run', async () => {
  const { run, mails, file, setAway } = createAnnouncer();
  file(2);
  setAway(true);
  await expect(run()).rejects.toThrow('away');
  setAway(false);
  await run();
  await run();
  expect(mails.map(({ subject }) => subject)).toEqual(['Cruddur: 2 new reports']);
});
