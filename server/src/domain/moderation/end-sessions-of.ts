import { noPerson } from './operator-fault.ts';
import type { DescribeAction, OperatorPorts } from './operator-ports.ts';
import type { CommandOf, OperatorAnswer } from './operator-request.ts';

/** Ends all sessions of a person, who may sign in again. */
export async function endSessionsOf(
  ports: OperatorPorts,
  { handle, reason }: CommandOf<'end-sessions'>,
  describe: DescribeAction,
): Promise<OperatorAnswer> {
  const sub = await ports.moderation.findSub(handle);
  if (sub === null) throw noPerson(handle);
  await ports.store.runChange(async (unit) => {
    await unit.moderation.recordAction(describe({ action: 'end-sessions', subject: sub, reason }));
    return { result: null, entries: [] };
  });
  await endAllSignIns(ports, sub);
  return { done: `Ended the sessions of @${handle}.` };
}

/** Includes the sign-ins of the current second. */
export async function endAllSignIns(
  { clock, endSignIns }: Pick<OperatorPorts, 'clock' | 'endSignIns'>,
  sub: string,
): Promise<void> {
  const nextSecond = Math.floor(clock.now().getTime() / 1000) + 1;
  await endSignIns({ sub, originJtis: [], allBefore: nextSecond });
}
