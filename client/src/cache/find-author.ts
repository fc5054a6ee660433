import type { StreamEvent } from '@cruddur/shared';
import type { AnyPage } from './event-reducers.ts';

/** Whose a crud is: by the event that brought it, or where it stands on a page. */
export function findAuthor(
  uuid: string,
  findEvent: (test: (event: StreamEvent) => boolean) => StreamEvent | undefined,
  pages: readonly AnyPage[],
): string | undefined {
  const event = findEvent(({ kind, data }) => isCreation(kind) && readAuthor(data)?.uuid === uuid);
  const things: unknown[] = event ? [event.data] : pages.flatMap(({ head, items }) => [head, ...items]);
  return things.map(readAuthor).find((thing) => thing?.uuid === uuid)?.cognito_user_uuid;
}

const isCreation = (kind: StreamEvent['kind']) => kind === 'activity.created' || kind === 'reply.created';

function readAuthor(thing: unknown): { uuid: unknown; cognito_user_uuid: string } | null {
  if (typeof thing !== 'object' || thing === null) return null;
  if (!('uuid' in thing && 'cognito_user_uuid' in thing)) return null;
  const { uuid, cognito_user_uuid } = thing;
  return typeof cognito_user_uuid === 'string' ? { uuid, cognito_user_uuid } : null;
}
