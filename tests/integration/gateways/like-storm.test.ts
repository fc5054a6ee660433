import { expect, inject, test } from 'vitest';
import { likeStorm } from '../../proof/attack/like-storm.ts';
import { signUp } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { createDatabase } from '../../support/services/postgres.ts';

const PEOPLE = 40;
const SECONDS = inject('form') === 'long' ? 60 : 1;

test(
  '[STORM-1] 400 concurrent likes of one crud cause no 5xx, close no socket and leave the feed readable',
  { timeout: 120_000 },
  async () => {
    await using database = await createDatabase(inject('postgres') ?? '');
    await using program = startProgram({
      DATABASE_URL: database.url,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'none',
    });
    const url = await program.waitUntilReady();
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => signUp(url)));
    const [author] = people;
    const crud = await author?.callOk('createActivity', { body: { message: 'everybody likes this' } });
    const activity = crud?.uuid ?? '';
    const figures = await likeStorm({ url, people, activity, inFlight: 400, seconds: SECONDS });
    expect(Object.keys(figures.statuses), JSON.stringify(figures)).toEqual(['200']);
    expect(figures.socketsClosed).toBe(0);
    const settled = await author?.callOk('singlePost', {
      params: { handle: author.handle, activity_uuid: activity },
    });
    for (const person of people) await person.call('like', { params: { activity_uuid: activity } });
    const last = await author?.callOk('like', { params: { activity_uuid: activity } });
    expect(settled?.activity.likes_count).toBeLessThanOrEqual(PEOPLE);
    expect(last?.likes_count).toBe(PEOPLE);
  },
);
