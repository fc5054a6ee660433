import { runEach } from '../run-each.ts';
import { PUBLIC_STREAM } from '../streams.ts';
import { type DescribeAction, type OperatorPorts, noPerson, OperatorFault } from './operator-ports.ts';
import type { CommandOf, OperatorAnswer } from './operator-request.ts';

/**
 * Hides a person's cruds, name, bio and picture, and ends their sessions, until a date or for good; a repeat sets another end. Writes that were under way
 * either precede the event that hides them or are refused.
 */
export async function suspendPerson(
  ports: OperatorPorts,
  { handle, until, reason }: CommandOf<'suspend'>,
  describe: DescribeAction,
): Promise<OperatorAnswer> {
  const end = until === null ? null : new Date(until);
  if (end && end <= ports.clock.now()) throw new OperatorFault(`${until} has passed: name a later date.`);
  const sub = await ports.moderation.findSub(handle);
  if (sub === null) throw noPerson(handle);
  const { result, envelopes } = await ports.store.runChange(null, async ({ moderation }) => {
    const isFound = await moderation.suspend(sub, end);
    if (isFound) {
      await moderation.endSignIns(sub, ports.clock.now());
      await moderation.recordAction(
        describe({ action: 'suspend', subject: sub, person: sub, reason, until: end }),
      );
    }
    return { result: isFound, entries: isFound ? entriesOf('person.hidden', sub) : [] };
  });
  if (!result) throw noPerson(handle);
  ports.deliver(envelopes);
  await ports.revocations.refresh();
  return { done: `Suspended @${handle} ${until === null ? 'for good' : `until ${until}`}.` };
}

/** Ends a suspension: the person may sign in, and their cruds are shown again. */
export async function liftSuspension(
  ports: OperatorPorts,
  { handle, reason }: CommandOf<'lift'>,
  describe: DescribeAction,
): Promise<OperatorAnswer> {
  const sub = await ports.moderation.findSub(handle);
  if (sub === null) throw noPerson(handle);
  const action = describe({ action: 'lift', subject: sub, person: sub, reason });
  const isLifted = await lift(ports, { action, dueAt: null });
  if (!isLifted) throw new OperatorFault(`@${handle} is not suspended.`);
  return { done: `Lifted the suspension of @${handle}.` };
}

/** The row of the person has another name and no picture while they are suspended. */
const entriesOf = (kind: 'person.hidden' | 'person.shown', ref: string) => [
  { stream: PUBLIC_STREAM, kind, ref },
  { stream: PUBLIC_STREAM, kind: 'profile.updated' as const, ref },
];

type LiftPorts = Pick<OperatorPorts, 'clock' | 'moderation' | 'store' | 'deliver'>;

/** Lifts the suspensions whose end has come. @throws the first failure, once all others are lifted */
export async function liftDueSuspensions(ports: LiftPorts): Promise<void> {
  const at = ports.clock.now();
  const due = await ports.moderation.findDueSuspensions(at);
  const action = { at, operator: 'cruddur', action: 'lift', reason: 'its end has come', until: null };
  // An operator may have set another end meanwhile.
  await runEach(
    due.map((subject) => () => lift(ports, { action: { ...action, subject, person: subject }, dueAt: at })),
  );
}

async function lift(
  { store, deliver }: LiftPorts,
  { action, dueAt }: { action: ReturnType<DescribeAction>; dueAt: Date | null },
): Promise<boolean> {
  const sub = action.subject;
  const { result, envelopes } = await store.runChange(null, async ({ moderation }) => {
    const isLifted = await moderation.lift(sub, dueAt);
    if (isLifted) await moderation.recordAction(action);
    return { result: isLifted, entries: isLifted ? entriesOf('person.shown', sub) : [] };
  });
  deliver(envelopes);
  return result;
}
