import { READ_AUDIENCE_MAX, type PrivacySettings } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { userStream, type LogEntry } from '../streams.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';

const NAMES = [
  'read_receipts',
  'typing',
  'presence',
  'messages_from',
] as const satisfies (keyof PrivacySettings)[];

export async function privacySettings(
  ports: Ports,
  { viewer }: CallOf<'privacySettings'>,
): AnswerOf<'privacySettings'> {
  return { data: await ports.privacy.find(viewer.sub) };
}

/**
 * Changes some settings. All tabs of the viewer learn of it, and with read receipts the other members of the viewer's latest
 * conversations, whose ticks change. @throws Refusal generic_401 for an erased person
 */
export async function changePrivacySettings(
  ports: Ports,
  { viewer: { sub }, body }: CallOf<'changePrivacySettings'>,
): AnswerOf<'changePrivacySettings'> {
  const { result, envelopes } = await ports.store.runChange<PrivacySettings>(sub, async ({ privacy }) => {
    const current = await privacy.lock(sub);
    if (!current) throw new Refusal('generic_401');
    const settings = {
      read_receipts: body.read_receipts ?? current.read_receipts,
      typing: body.typing ?? current.typing,
      presence: body.presence ?? current.presence,
      messages_from: body.messages_from ?? current.messages_from,
    };
    const changesReads = settings.read_receipts !== current.read_receipts;
    if (NAMES.every((name) => settings[name] === current[name])) return { result: settings, entries: [] };
    await privacy.save(sub, settings);
    const audience = changesReads ? await privacy.findReadAudience(sub, READ_AUDIENCE_MAX) : [];
    const entries: LogEntry[] = [
      { stream: userStream(sub), kind: 'privacy.changed', ref: sub },
      ...audience.map(({ group, other }) => ({
        stream: userStream(other),
        kind: 'read.updated' as const,
        ref: `${group}/${sub}`,
      })),
    ];
    return { result: settings, entries };
  });
  ports.deliver(envelopes);
  return { data: result };
}
