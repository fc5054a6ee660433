import { sabotages as chaosSabotages, type Patch } from '../chaos/sabotage/sabotages.ts';

/** A way to break the promise in the world, with the checker's report that must follow. Files are relative to the root. */
export interface SimulatedSabotage {
  name: string;
  expectedViolation: RegExp;
  patches: readonly Patch[];
}

const STORE = 'tests/simulation/store';

/** The report that the sabotage of this name must cause in a chaos run. */
function expectedOf(name: string): RegExp {
  const found = chaosSabotages.find((sabotage) => sabotage.name === name);
  if (!found) throw new Error(`chaos has no sabotage ${name}`);
  return found.expectedViolation;
}

/** A sabotage of chaos whose changes are in code that the world runs. */
function asInChaos(name: string): SimulatedSabotage {
  const { server = [], client = [] } = chaosSabotages.find((sabotage) => sabotage.name === name) ?? {};
  const inFolder = (folder: string) => (patch: Patch) => ({ ...patch, file: `${folder}/${patch.file}` });
  const patches = [...server.map(inFolder('server/src')), ...client.map(inFolder('client/src/realtime'))];
  return { name, expectedViolation: expectedOf(name), patches };
}

/** A sabotage whose changes are in SQL in chaos: the same change in the store model. */
function inModel(
  name: string,
  ...patches: [file: string, find: string, replace: string][]
): SimulatedSabotage {
  return {
    name,
    expectedViolation: expectedOf(name),
    patches: patches.map(([file, find, replace]) => ({ file, find, replace })),
  };
}

/** A change of the product that chaos does not make. */
function inProduct(
  name: string,
  expectedViolation: RegExp,
  ...patches: [file: string, find: string, replace: string][]
): SimulatedSabotage {
  return {
    name,
    expectedViolation,
    patches: patches.map(([file, find, replace]) => ({ file, find, replace })),
  };
}

/**
 * Those of chaos but for `unsorted-locks`, because the store model has no locks, and further ones. Each is one entry.
 */
export const simulatedSabotages: readonly SimulatedSabotage[] = [
  asInChaos('ignore-gap'),
  asInChaos('drop-head'),
  asInChaos('revocation-skipped'),
  asInChaos('apply-twice'),
  inModel(
    'order-by-serial',
    [
      `${STORE}/rows.ts`,
      'lines.push(line);',
      `if (stream === 'public' && rows.random.next() < 0.3) setTimeout(() => (lines[line.seq - 1] = line), 150); else lines[line.seq - 1] = line;`,
    ],
    [
      `${STORE}/store-model.ts`,
      'lines.slice(after.seq, after.seq + limit);',
      'lines.slice(after.seq, after.seq + limit).filter(Boolean);',
    ],
  ),
  inModel(
    'publish-before-commit',
    [
      'server/src/streams/stream-readers.ts',
      'return (envelopes) => {',
      'return globalThis.deliverNow = (envelopes) => {',
    ],
    [
      `${STORE}/store-model.ts`,
      'commits += 1;\n      return carryOutPlans',
      `if (rows.random.next() < 0.2) {
        const rolledBack = { ...structuredClone({ ...rows, random: null }), random: rows.random };
        const outcomes = carryOutPlans(rolledBack, requests, now).filter(({ is }) => is === 'written');
        globalThis.deliverNow(outcomes.flatMap(({ lines }) => lines.map(({ previous, ...line }) =>
          ({ stream: line.stream, previous, event: eventOf(rolledBack, line, now) }))));
        throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
      }
      commits += 1;
      return carryOutPlans`,
    ],
  ),
  inModel('skip-op-table', [
    `${STORE}/carry-out-plans.ts`,
    'if (earlier)',
    'if (earlier && rows.people.size === 0)',
  ]),
  inModel('message-to-public', [
    `${STORE}/carry-out-plans.ts`,
    'entries: [author, other].map((sub) => ({',
    `entries: ['', author, other].map((sub) => sub === '' ? { stream: 'public', kind: 'message.created', ref: uuid } : ({`,
  ]),
  inModel('id-token-accepted', ['tests/simulation/server/identity.ts', `use !== 'access' ||`, '']),
  inProduct('new-id-per-attempt', /^doubled: .* was never sent/, [
    'client/src/api/http-client.ts',
    "'amz-sdk-invocation-id': operationId,",
    "'amz-sdk-invocation-id': `${operationId}${attempt}`,",
  ]),
  inProduct('page-without-replay', /^(lost|reordered): .* in place of /, [
    'client/src/cache/cache-updates.ts',
    'onListFetched: applyMissedEvents,',
    'onListFetched: () => undefined,',
  ]),
];
