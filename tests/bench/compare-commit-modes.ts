import { randomUUID } from 'node:crypto';
import { systemClock as clock } from '../../server/src/domain/clock.ts';
import { createActivity } from '../../server/src/domain/activities/create-activity.ts';
import { createRunOperation } from '../../server/src/domain/operations/run-operation.ts';
import type { Ports, Store } from '../../server/src/domain/ports.ts';
import type { Viewer } from '../../server/src/domain/viewer.ts';
import { createCommits } from '../../server/src/repositories/commit.ts';
import { createStoreReads } from '../../server/src/repositories/reads.ts';
import { createStore } from '../../server/src/repositories/store.ts';
import type { OpenedStore } from '../../server/src/store/opened-store.ts';
import { addPeople } from '../support/add-people.ts';
import { measureWriters, type Throughput } from './measure-writers.ts';

const WRITERS = 32;
const ROUNDS = 5;
const MS = 1000;

interface Round {
  shared: Throughput;
  each: Throughput;
}

const ratioOf = ({ shared, each }: Round) => shared.perSecond / each.perSecond;

/**
 * Cruds of 32 writers through the use case and the store, without HTTP: in shared commits and one commit each,
 * alternating, so that both run under the same load. @returns the round with the median ratio, and the rate of a single writer
 */
export async function compareCommitModes({
  db,
}: OpenedStore): Promise<Round & { ratio: number; lone: Throughput }> {
  const store = createStore(db, clock);
  const commits = createCommits(db, clock);
  const unsharedStore: Store = {
    ...store,
    runOperation: (actor, operation, write) =>
      typeof write === 'function'
        ? store.runOperation(actor, operation, write)
        : commits.commitAlone({ operation: { actor, operation }, plan: write }),
  };
  const people = await addPeople(store, WRITERS);
  const createPoster = (of: Store) => {
    const ports: Ports = {
      ...createStoreReads(db, clock),
      clock,
      store: of,
      deliver: () => undefined,
      refreshCounts: () => undefined,
      publishReadMark: () => undefined,
      readMachinesReport: null,
    };
    const run = createRunOperation(ports);
    return (writer: number) => postCrud(ports, run, people[writer % people.length]);
  };
  await measureWriters(createPoster(store), { writers: WRITERS, ms: MS });
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) {
    rounds.push({
      shared: await measureWriters(createPoster(store), { writers: WRITERS, ms: MS }),
      each: await measureWriters(createPoster(unsharedStore), { writers: WRITERS, ms: MS }),
    });
  }
  const median = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(ROUNDS / 2)];
  if (!median) throw new Error('there was no round');
  const lone = await measureWriters(createPoster(store), { writers: 1, ms: MS });
  return { ...median, ratio: ratioOf(median), lone };
}

function postCrud(ports: Ports, run: ReturnType<typeof createRunOperation>, viewer: Viewer | undefined) {
  if (!viewer) throw new Error('there is no author');
  return createActivity(ports, run, {
    viewer,
    params: {},
    query: undefined,
    accessToken: '',
    page: { before: undefined, limit: 1 },
    body: { message: 'one of very many', ttl: '1-day' },
    operation: { id: randomUUID(), fingerprint: '' },
  });
}
