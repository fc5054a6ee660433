import { expect, test } from 'vitest';
import { hashtagsOf, mentionsOf, ORIGIN, rowIdOf } from '@cruddur/shared';
import { createRandom, type Random } from '../../../client/devtools/simulation/random.ts';
import type { WriteUnit } from '../../../server/src/domain/ports.ts';
import {
  PUBLIC_STREAM,
  userStream,
  type LogEntry,
  type StreamId,
} from '../../../server/src/domain/streams.ts';
import type { WritePlan } from '../../../server/src/domain/write-plans.ts';
import {
  createCommits,
  type CommitResult,
  type Commits,
  type PlanRequest,
} from '../../../server/src/repositories/commit.ts';
import { readHomePage } from '../../../server/src/repositories/home-page.ts';
import { createStreamLog } from '../../../server/src/repositories/log.ts';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import type { Db } from '../../../server/src/repositories/tables.ts';
import { createStoreModel, type StoreModel } from '../../../client/devtools/simulation/store/store-model.ts';
import { addPerson, newUuid } from '../../../client/devtools/simulation/store/rows.ts';
import { addPeople } from '../../support/add-people.ts';
import { openTestStore } from '../../support/test-store.ts';

const HISTORIES = 3;
const STEPS = 100;
/** Marks within ten seconds are grouped, so steps are shorter than that, and concern the same few cruds. */
const STEP_MS_MAX = 3000;
const RECENT = 2;
const HOUR_MS = 3_600_000;

let now = new Date('2030-01-01T00:00:00.000Z');
const clock = { now: () => now };

interface Person {
  sub: string;
  handle: string;
}

/** Both stores, and what a history has written to them. */
interface Pair {
  db: Db;
  model: StoreModel;
  commits: Commits;
  random: Random;
  people: Person[];
  cruds: { uuid: string; author: string }[];
  messages: { uuid: string; author: string }[];
  earlier: PlanRequest[];
}

/** Tags and the ids of conversations are random: tags are left out, ids are numbered as they appear. */
function normalise(value: unknown): unknown {
  const groups = new Map<string, string>();
  const text = JSON.stringify(value, (key, part: unknown) => {
    if (key === 'tag' || key === 'previous') return undefined;
    if (key !== 'message_group_uuid' || typeof part !== 'string' || part === '') return part;
    if (!groups.has(part)) groups.set(part, `conversation ${groups.size + 1}`);
    return groups.get(part);
  });
  return JSON.parse(text.replace(/ in [0-9a-f-]{36}/g, ' in a new conversation'));
}

function planOf(pair: Pair, author: Person): WritePlan {
  const { random, cruds, people } = pair;
  const id = newUuid(pair.model.rows);
  const target = cruds.length > 0 ? random.pick(cruds.slice(-RECENT)) : null;
  const draw = random.next();
  if (target && draw < 0.35) {
    const [mark, isSet] = [random.pick(['like', 'repost'] as const), random.next() < 0.55];
    return { is: 'mark', mark, isSet, activity: target.uuid, person: author.sub, created_at: now };
  }
  const uuid = rowIdOf(author.sub, id);
  if (draw < 0.5) {
    const to = { handle: random.pick(people).handle };
    return {
      is: 'message',
      uuid,
      author: author.sub,
      message: `to ${to.handle}`,
      created_at: now,
      to,
      startLimits: null,
    };
  }
  const isReply = target !== null && draw < 0.75;
  const message = random.next() < 0.4 ? `hello @${random.pick(people).handle}` : `text ${id}`;
  return {
    is: 'crud',
    uuid,
    author: author.sub,
    message,
    hashtags: hashtagsOf(message),
    mentions: mentionsOf(message),
    created_at: now,
    expires_at: isReply ? null : new Date(now.getTime() + random.between(1, 6) * HOUR_MS),
    reply_to: isReply ? target.uuid : null,
  };
}

function requestOf(pair: Pair): PlanRequest {
  const { random, people, earlier } = pair;
  const repeated = earlier.filter(({ operation }) => operation !== null);
  if (repeated.length > 0 && random.next() < 0.1) return random.pick(repeated);
  const author = random.pick(people);
  const plan = planOf(pair, author);
  const operation = { id: newUuid(pair.model.rows), fingerprint: `of ${plan.is}` };
  return { plan, operation: plan.is === 'mark' ? null : { actor: author.sub, operation } };
}

/** What the callers of a commit get. */
function toAnswer(result: CommitResult): object {
  if (result.is === 'refused') return { refused: result.refusal.codes };
  if (result.is !== 'written') return result;
  const { ref, facts = null, envelopes } = result.written;
  return { ref, facts, envelopes };
}

/** Plans of one commit, of different people and rows. */
async function commitPlans(pair: Pair): Promise<void> {
  const requests = Array.from({ length: pair.random.between(1, 3) }, () => requestOf(pair));
  const one = requests.filter((request, index) => requests.indexOf(request) === index).slice(0, 1);
  const batch = requests.every(({ plan }) => plan.is === 'crud') ? [...new Set(requests)] : one;
  const real = await pair.commits.commitQueued(batch);
  const modelled = pair.model.commitPlans(batch, now);
  expect(normalise(modelled.map(toAnswer))).toEqual(normalise(real.map(toAnswer)));
  real.forEach((result, index) => {
    const request = batch[index];
    if (result.is !== 'written' || !request) return;
    pair.earlier.push(request);
    const { plan } = request;
    if (plan.is === 'crud') pair.cruds.push(plan);
    if (plan.is === 'message') pair.messages.push(plan);
  });
}

/** A change with statements of its own. */
async function commitWork(pair: Pair): Promise<void> {
  const { random, cruds, messages } = pair;
  const work =
    random.next() < 0.6 ? burn(random.pick(cruds.slice(-2 * RECENT)).uuid) : unsend(random.pick(messages));
  const run = (commit: Promise<object>) => commit.catch((error: unknown) => ({ refused: String(error) }));
  const real = await run(pair.commits.commitAlone({ work, operation: null }));
  const modelled = await run(pair.model.commitWork({ work, operation: null }, now));
  expect(normalise(modelled)).toEqual(normalise(real));
}

const burn = (uuid: string) => async (unit: WriteUnit) => {
  await unit.activities.lockDeletions();
  const target = await unit.activities.lockTarget(uuid);
  if (!target) throw new Error(`gone, burned: ${await unit.activities.wasBurned(uuid)}`);
  await unit.activities.burn(target.uuid);
  const entry: LogEntry = { stream: PUBLIC_STREAM, kind: 'activity.deleted', ref: uuid };
  return { ref: '', entries: [entry] };
};

const unsend =
  ({ uuid, author }: { uuid: string; author: string }) =>
  async (unit: WriteUnit) => {
    const message = await unit.messages.lockForMember(uuid, author);
    if (!message || message.isRemoved) throw new Error(`not there, or removed: ${message?.isRemoved}`);
    await unit.messages.removeText(uuid, now);
    const entries = message.readers.toSorted().map((reader): LogEntry => ({
      stream: userStream(reader),
      kind: 'message.removed',
      ref: uuid,
    }));
    return { ref: '', entries };
  };

/** Heads, logs and pages of both. */
async function compareReads({ db, model, people }: Pair): Promise<void> {
  const log = createStreamLog(db, clock);
  const streams: StreamId[] = [PUBLIC_STREAM, ...people.map(({ sub }) => userStream(sub))];
  expect(normalise([...model.readHeads(streams)])).toEqual(normalise([...(await log.readHeads(streams))]));
  for (const stream of streams) {
    const [real, modelled] = [
      await log.readPage(stream, ORIGIN, 500),
      model.readPage(stream, ORIGIN, 500, now),
    ];
    expect(normalise(modelled), stream).toEqual(normalise(real));
    expect(model.readPage(stream, { seq: 1, tag: 'other' }, 5, now)).toHaveProperty('reset');
  }
  for (const { sub } of people) {
    const view = { viewer: sub, now, before: null, limit: 20 };
    const [real, modelled] = [await readHomePage(db, view), model.readHome(view)];
    expect(JSON.parse(String(modelled.encoded))).toEqual(JSON.parse(String(real.encoded)));
    expect(modelled.next).toBe(real.next);
  }
}

test('random histories leave the store model and the database with the same answers, logs and pages', async () => {
  await using opened = await openTestStore();
  const { db } = opened.store;
  const random = createRandom(4);
  const model = createStoreModel(random.fork());
  const people = await addPeople(createStore(db, clock), 3);
  for (const { sub, handle, display_name } of people) addPerson(model.rows, { sub, handle, display_name });
  const pair: Pair = {
    ...{ db, model, random, people, commits: createCommits(db, clock) },
    ...{ cruds: [], messages: [], earlier: [] },
  };
  for (let history = 0; history < HISTORIES; history += 1) {
    for (let step = 0; step < STEPS; step += 1) {
      now = new Date(now.getTime() + random.between(1, STEP_MS_MAX));
      const isWork = pair.cruds.length > 0 && pair.messages.length > 0 && random.next() < 0.15;
      await (isWork ? commitWork(pair) : commitPlans(pair));
    }
    await compareReads(pair);
    now = new Date(now.getTime() + 2 * HOUR_MS);
    await compareReads(pair);
    await purgeExpired(db, now);
    model.purge(now);
    await compareReads(pair);
  }
});
