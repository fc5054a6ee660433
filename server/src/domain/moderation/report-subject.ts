import { isExpired, isUuid } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import type { Sealer, Subject } from './ports.ts';

export interface ReportPorts {
  sealer: Sealer;
  newId: () => string;
  /** Whether operators are told of new reports. */
  isAnnounced: boolean;
}

interface Reported {
  person: string;
  text: string;
}

/** The retry of a reporter who has reached the daily limit makes sense in an hour at the earliest. */
const RETRY_SECONDS = 3600;

/**
 * Files a report with a sealed copy of the text that was reported. A repeat gets the open report.
 * @throws Refusal activity_not_found, activity_expired, message_not_found, user_not_found; generic_403 for oneself;
 * too_many_reports
 */
export async function reportSubject(
  ports: Ports,
  { sealer, newId, isAnnounced }: ReportPorts,
  { viewer, body }: CallOf<'report'>,
): AnswerOf<'report'> {
  const subject = { kind: body.kind, uuid: body.uuid.toLowerCase() };
  const { person, text } = await findReported(ports, subject, viewer.sub);
  if (person === viewer.sub) throw new Refusal('generic_403');
  const uuid = newId();
  const note = body.note.trim();
  const report = {
    uuid,
    subject,
    person,
    reporter: viewer.sub,
    reason: body.reason,
    noteSealed: note === '' ? null : sealer.seal(note, `note ${uuid}`),
    textSealed: sealer.seal(text, `text ${uuid}`),
    createdAt: ports.clock.now(),
    announced: !isAnnounced,
  };
  const { result } = await ports.store.runChange(viewer.sub, async ({ moderation }) => ({
    result: await moderation.fileReport(report),
    entries: [],
  }));
  if (result === 'too many') throw new Refusal('too_many_reports', RETRY_SECONDS);
  return { data: { uuid: result.uuid } };
}

async function findReported(ports: Ports, { kind, uuid }: Subject, viewer: string): Promise<Reported> {
  switch (kind) {
    case 'crud':
      return findCrud(ports, uuid);
    case 'message': {
      const found = isUuid(uuid) ? await ports.moderation.findMessage(uuid, viewer, ports.clock.now()) : null;
      if (!found) throw new Refusal('message_not_found');
      return { person: found.author, text: found.message };
    }
    case 'person': {
      const person = isUuid(uuid) ? await ports.people.findPerson(uuid) : null;
      if (!person || person.isErased) throw new Refusal('user_not_found');
      const profile = await ports.people.findProfile(uuid, ports.clock.now());
      return { person: person.sub, text: `${person.display_name}\n${profile?.bio ?? ''}`.trim() };
    }
  }
}

async function findCrud({ activities, clock }: Ports, uuid: string): Promise<Reported> {
  const crud = isUuid(uuid) ? await activities.find(uuid, null) : null;
  if (!crud) {
    const wasBurned = isUuid(uuid) && (await activities.wasBurned(uuid));
    throw new Refusal(wasBurned ? 'activity_expired' : 'activity_not_found');
  }
  if (isExpired(crud.expires_at, clock.now().getTime())) throw new Refusal('activity_expired');
  return { person: crud.cognito_user_uuid, text: crud.message };
}
