import { isUuid } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { userStream } from '../streams.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';

/** Ends a mute of the viewer. @throws Refusal generic_404, also for one that has ended or is another person's */
export async function unmute(ports: Ports, { viewer, params }: CallOf<'unmute'>): AnswerOf<'unmute'> {
  const uuid = params.mute_uuid.toLowerCase();
  if (!isUuid(uuid)) throw new Refusal('generic_404');
  const { envelopes } = await ports.store.runChange(viewer.sub, async ({ mutes }) => {
    const isRemoved = await mutes.remove({ owner: viewer.sub, uuid, now: ports.clock.now() });
    if (!isRemoved) throw new Refusal('generic_404');
    const entry = { stream: userStream(viewer.sub), kind: 'mute.changed' as const, ref: uuid };
    return { result: null, entries: [entry] };
  });
  ports.deliver(envelopes);
  return { data: { uuid } };
}
