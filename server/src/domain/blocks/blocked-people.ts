import { isUuid } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { userStream } from '../streams.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';

/** The people whom the viewer has blocked, latest first. */
export async function listBlocked(
  { blocks }: Pick<Ports, 'blocks'>,
  { viewer }: CallOf<'blockedPeople'>,
): AnswerOf<'blockedPeople'> {
  return { data: await blocks.listBlocked(viewer.sub) };
}

/**
 * Hides two people from each other, in all tabs of both; a repeat changes nothing. Writes between them that were under way are either
 * committed before the block or refused.
 * @throws Refusal user_not_found; generic_403 for oneself; generic_413 for more than `BLOCKS_MAX` people
 */
export async function blockPerson(ports: Ports, call: CallOf<'blockPerson'>): AnswerOf<'blockPerson'> {
  const { viewer } = call;
  const blocked = requirePerson(call.params.cognito_user_uuid);
  if (blocked === viewer.sub) throw new Refusal('generic_403');
  const { result, envelopes } = await ports.store.runChange(viewer.sub, async ({ blocks }) => {
    const result = await blocks.add({ blocker: viewer.sub, blocked, at: ports.clock.now() });
    return { result, entries: result === 'added' ? entriesOf(viewer.sub, blocked) : [] };
  });
  if (result === 'not found') throw new Refusal('user_not_found');
  if (result === 'too many') throw new Refusal('generic_413');
  ports.deliver(envelopes);
  return { data: await ports.blocks.readState(viewer.sub, blocked) };
}

/** Takes back a block of the viewer; one of the other person stays. A repeat changes nothing. @throws Refusal user_not_found */
export async function unblockPerson(ports: Ports, call: CallOf<'unblockPerson'>): AnswerOf<'unblockPerson'> {
  const { viewer } = call;
  const blocked = requirePerson(call.params.cognito_user_uuid);
  const { envelopes } = await ports.store.runChange(viewer.sub, async ({ blocks }) => {
    const isRemoved = await blocks.remove({ blocker: viewer.sub, blocked });
    return { result: null, entries: isRemoved ? entriesOf(viewer.sub, blocked) : [] };
  });
  ports.deliver(envelopes);
  return { data: await ports.blocks.readState(viewer.sub, blocked) };
}

/** @throws Refusal user_not_found */
function requirePerson(sub: string): string {
  if (!isUuid(sub)) throw new Refusal('user_not_found');
  return sub.toLowerCase();
}

const entriesOf = (a: string, b: string) => [
  { stream: userStream(a), kind: 'block.changed' as const, ref: b },
  { stream: userStream(b), kind: 'block.changed' as const, ref: a },
];
