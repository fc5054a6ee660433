import type { AnyEventObject } from 'xstate';
import { expect, test } from 'vitest';
import { machineCatalogue } from '../../../client/devtools/machine-catalogue.ts';
import { getSamples } from '../../../client/devtools/samples/get-samples.ts';
import type { Outcome } from '../../../client/devtools/samples/machine-samples.ts';
import { createSandbox, type Sandbox } from '../../../client/devtools/page/try/sandbox.ts';
import { createRandom } from '../../../client/devtools/simulation/random.ts';

/** A text of a user, or a credential. */
const MARKER = 'CANARY stranger@example.com';
const ROUNDS = 400;
const SECOND_MS = 1000;
/** Longer than any timer that leaves a state without events. */
const HOUR_MS = 3_600_000;

/** Whether the machine has reached a final state: XState warns about events that an ended actor receives. */
function hasEnded(sandbox: Sandbox): boolean {
  const isWaiting = () => sandbox.listAcceptedEvents().length > 0 || sandbox.listInvokedActors().length > 0;
  if (isWaiting()) return false;
  sandbox.advanceClock(HOUR_MS);
  return !isWaiting();
}

/** The same with every text replaced; numbers, booleans and the shape stay. */
function createMarkedCopy<T>(value: T): T {
  if (typeof value === 'string') return MARKER as T;
  if (Array.isArray(value)) return value.map(createMarkedCopy) as T;
  if (value instanceof Error)
    return Object.assign(new Error(MARKER), { name: value.name, codes: [MARKER] }) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, createMarkedCopy(inner)])) as T;
}

const createMarkedEvent = ({ type, ...rest }: AnyEventObject): AnyEventObject => ({
  ...createMarkedCopy(rest),
  type,
});

test.each(machineCatalogue.map(({ machine }) => [machine.id, machine] as const))(
  '[MACHINES-19] a record of %s contains no user text',
  async (id, machine) => {
    const samples = getSamples(id);
    let copy = createSandbox(machine, samples);
    const records = [copy.record];
    const random = createRandom(7);
    const roll = (sides: number) => random.between(0, sides - 1);
    const pick = <T>(all: readonly T[]): T | undefined => all[roll(all.length)];
    for (let round = 0; round < ROUNDS; round += 1) {
      if (hasEnded(copy)) {
        copy = createSandbox(machine, samples);
        records.push(copy.record);
      }
      // Half of the values stay valid, so that the machine reaches every state.
      const isTainted = roll(2) === 0;
      const work = pick(copy.listInvokedActors());
      const event = pick(Object.values(samples.events));
      if (work !== undefined && roll(2) === 0) {
        const outcome = pick(Object.values(samples.outcomes[work] ?? {}));
        if (outcome) await copy.finishActor(work, isTainted ? createMarkedCopy<Outcome>(outcome) : outcome);
      } else if (event && roll(4) > 0) copy.send(isTainted ? createMarkedEvent(event) : event);
      else copy.advanceClock(roll(60) * SECOND_MS);
    }
    const entries = records.flatMap((record) => record.getSnapshot().entries);
    expect(entries.length).toBeGreaterThan(2);
    expect(JSON.stringify(entries)).not.toContain('CANARY');
    expect(JSON.stringify(entries)).not.toContain('@');
  },
);
