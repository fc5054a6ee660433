import { DEFAULT_MUTE_DURATION, foldText, isUuid, muteEndsAt, type NewMute } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { userStream } from '../streams.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';

/**
 * Mutes a person, a word or a hashtag for the viewer alone. What is muted already gets the new end.
 * @throws Refusal user_not_found; generic_403 for oneself; generic_413 above `MUTES_MAX`
 */
export async function muteSubject(ports: Ports, { viewer, body }: CallOf<'mute'>): AnswerOf<'mute'> {
  const subject = toSubject(body);
  if (subject.person === viewer.sub) throw new Refusal('generic_403');
  const now = ports.clock.now();
  const end = muteEndsAt(body.duration ?? DEFAULT_MUTE_DURATION, now.getTime());
  const until = end === null ? null : new Date(end);
  const { result, envelopes } = await ports.store.runChange(viewer.sub, async ({ mutes }) => {
    const result = await mutes.save({ owner: viewer.sub, kind: body.kind, ...subject, until, now });
    const entries =
      typeof result === 'string'
        ? []
        : [{ stream: userStream(viewer.sub), kind: 'mute.changed' as const, ref: result.uuid }];
    return { result, entries };
  });
  if (result === 'not found') throw new Refusal('user_not_found');
  if (result === 'too many') throw new Refusal('generic_413');
  ports.deliver(envelopes);
  const saved = (await ports.mutes.listMutes(viewer.sub, now)).find(({ uuid }) => uuid === result.uuid);
  // Undone, or the person erased, since the commit.
  if (!saved) throw new Refusal(body.kind === 'person' ? 'user_not_found' : 'generic_503', 1);
  return { data: saved };
}

/** @throws Refusal user_not_found */
function toSubject({ kind, value }: NewMute): { key: string; value: string; person: string | null } {
  const text = value.trim().normalize('NFC');
  switch (kind) {
    case 'person': {
      const person = text.toLowerCase();
      if (!isUuid(person)) throw new Refusal('user_not_found');
      return { key: person, value: '', person };
    }
    case 'word':
      return { key: foldText(text), value: text, person: null };
    case 'hashtag':
      return { key: text.toLowerCase(), value: text, person: null };
  }
}

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
