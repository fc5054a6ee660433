import { PUBLIC_STREAM, userStream } from '../streams.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { ORIGIN } from '@cruddur/shared';
import { Refusal } from '../errors.ts';

/**
 * The viewer's profile, mail address, unread counts, hidden people and mutes. The heads are read first, so that an event of the meantime is
 * delivered after them and not lost.
 */
export async function me(ports: Ports, { viewer }: CallOf<'me'>): AnswerOf<'me'> {
  const viewerStream = userStream(viewer.sub);
  const now = ports.clock.now();
  const heads = await ports.log.readHeads([PUBLIC_STREAM, viewerStream]);
  const [profile, email, notifications, messages, requests, { hidden, blocked }, mutes] = await Promise.all([
    ports.people.findProfile(viewer.sub, now),
    ports.people.readEmail(viewer.sub),
    ports.notifications.countUnread(viewer.sub, now),
    ports.messages.countUnread(viewer.sub, now),
    ports.messages.countRequests(viewer.sub),
    ports.blocks.readHidden(viewer.sub),
    ports.mutes.listMutes(viewer.sub, now),
  ]);
  if (!profile) throw new Refusal('user_not_found');
  return {
    data: {
      ...profile,
      email,
      unread: {
        notifications: notifications.unread,
        ...(notifications.until && { notifications_until: notifications.until.toISOString() }),
        messages: messages.unread,
        ...(messages.until && { messages_until: messages.until.toISOString() }),
        ...(requests > 0 && { requests }),
      },
      ...(hidden.length > 0 && { hidden }),
      ...(blocked.length > 0 && { blocked }),
      ...(mutes.length > 0 && { mutes }),
    },
    cursors: { public: heads.get(PUBLIC_STREAM) ?? ORIGIN, me: heads.get(viewerStream) ?? ORIGIN },
  };
}

/** Whether the viewer is suspended, and until when. */
export async function suspensionOf(ports: Ports, { viewer }: CallOf<'suspension'>): AnswerOf<'suspension'> {
  const suspension = (await ports.people.findPerson(viewer.sub))?.suspension ?? null;
  const until = suspension?.until?.toISOString() ?? null;
  return { data: { suspended: suspension !== null, until, handle: viewer.handle } };
}
