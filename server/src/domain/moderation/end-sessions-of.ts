import { type DescribeAction, type OperatorPorts, noPerson } from './operator-ports.ts';
import type { CommandOf, OperatorAnswer } from './operator-request.ts';

/** Ends all sessions of a person, who may sign in again. */
export async function endSessionsOf(
  { clock, moderation, revocations, store }: OperatorPorts,
  { handle, reason }: CommandOf<'end-sessions'>,
  describe: DescribeAction,
): Promise<OperatorAnswer> {
  const sub = await moderation.findSub(handle);
  if (sub === null) throw noPerson(handle);
  await store.runChange(null, async (unit) => {
    await unit.moderation.endSignIns(sub, clock.now());
    await unit.moderation.recordAction(
      describe({ action: 'end-sessions', subject: sub, person: sub, reason }),
    );
    return { result: null, entries: [] };
  });
  await revocations.refresh();
  return { done: `Ended the sessions of @${handle}.` };
}
