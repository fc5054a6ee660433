import { PUBLIC_STREAM } from '../streams.ts';
import { type DescribeAction, type OperatorPorts, noPerson } from './operator-ports.ts';
import type { CommandOf, OperatorAnswer } from './operator-request.ts';

/** Clears the name, bio or picture of a person, who may set another one. */
export async function clearProfile(
  { moderation, store, deliver }: OperatorPorts,
  { handle, part, reason }: CommandOf<'clear'>,
  describe: DescribeAction,
): Promise<OperatorAnswer> {
  const sub = await moderation.findSub(handle);
  if (sub === null) throw noPerson(handle);
  const { result, envelopes } = await store.runChange(null, async (unit) => {
    const isFound = await unit.people.clearProfile(sub, part);
    if (!isFound) return { result: false, entries: [] };
    await unit.moderation.recordAction(
      describe({ action: `clear ${part}`, subject: sub, person: sub, reason }),
    );
    return { result: true, entries: [{ stream: PUBLIC_STREAM, kind: 'profile.updated', ref: sub }] };
  });
  if (!result) throw noPerson(handle);
  deliver(envelopes);
  return { done: `Cleared the ${part} of @${handle}.` };
}
