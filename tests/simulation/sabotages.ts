import {
  inFile,
  sabotages as chaosSabotages,
  type Patch,
  type Sabotage,
} from '../chaos/sabotage/sabotages.ts';

/** A way to break the promise in the world, with the checker's report that must follow. */
export type SimulatedSabotage = Pick<Sabotage, 'name' | 'expectedViolation' | 'patches'>;

const ROWS = 'tests/simulation/store/rows.ts';
const MODEL = 'tests/simulation/store/store-model.ts';
const PLANS = 'tests/simulation/store/carry-out-plans.ts';

/** A sabotage of chaos, whose changes are in code that the world runs. */
function asInChaos(name: string): SimulatedSabotage {
  const found = chaosSabotages.find((sabotage) => sabotage.name === name);
  if (!found) throw new Error(`chaos has no sabotage ${name}`);
  return found;
}

/** A sabotage whose changes are in SQL in chaos: the same change in the store model. */
function inModel(name: string, ...patches: Patch[]): SimulatedSabotage {
  return { name, expectedViolation: asInChaos(name).expectedViolation, patches };
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
    ...inFile(ROWS, [
      'lines.push(line);',
      `if (stream === 'public' && rows.random.next() < 0.3) setTimeout(() => (lines[line.seq - 1] = line), 150); else lines[line.seq - 1] = line;`,
    ]),
    ...inFile(MODEL, [
      'lines.slice(after.seq, after.seq + limit);',
      'lines.slice(after.seq, after.seq + limit).filter(Boolean);',
    ]),
  ),
  inModel(
    'publish-before-commit',
    ...inFile('server/src/streams/stream-readers.ts', [
      'return (envelopes) => {',
      'return globalThis.deliverNow = (envelopes) => {',
    ]),
    ...inFile(MODEL, [
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
    ]),
  ),
  inModel('skip-op-table', ...inFile(PLANS, ['if (earlier)', 'if (earlier && rows.people.size === 0)'])),
  inModel(
    'message-to-public',
    ...inFile(PLANS, [
      'entries: [author, other].map((sub) => ({',
      `entries: ['', author, other].map((sub) => sub === '' ? { stream: 'public', kind: 'message.created', ref: uuid } : ({`,
    ]),
  ),
  inModel('id-token-accepted', ...inFile('tests/simulation/server/identity.ts', [`use !== 'access' ||`, ''])),
  {
    name: 'new-id-per-attempt',
    expectedViolation: /^doubled: .* was never sent/,
    patches: inFile('client/src/api/http-client.ts', [
      "'amz-sdk-invocation-id': operationId,",
      "'amz-sdk-invocation-id': `${operationId}${attempt}`,",
    ]),
  },
  {
    name: 'page-without-replay',
    expectedViolation: /^(lost|reordered): .* in place of /,
    patches: inFile('client/src/cache/cache-updates.ts', [
      'onListFetched: applyMissedEvents,',
      'onListFetched: () => undefined,',
    ]),
  },
];
