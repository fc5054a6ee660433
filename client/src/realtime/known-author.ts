import type { StreamEvent } from '@cruddur/shared';
import type { AnyPage } from './effects.ts';

/** Whose a crud is: by the event that brought it, or where it stands on a page. */
export function knownAuthor(
  uuid: string,
  told: (test: (event: StreamEvent) => boolean) => StreamEvent | undefined,
  pages: readonly AnyPage[],
): string | undefined {
  const event = told(({ kind, data }) => isBringing(kind) && authored(data)?.uuid === uuid);
  const things: unknown[] = event ? [event.data] : pages.flatMap(({ head, items }) => [head, ...items]);
  return things.map(authored).find((thing) => thing?.uuid === uuid)?.cognito_user_uuid;
}

const isBringing = (kind: StreamEvent['kind']) => kind === 'activity.created' || kind === 'reply.created';

function authored(thing: unknown): { uuid: unknown; cognito_user_uuid: string } | null {
  if (typeof thing !== 'object' || thing === null) return null;
  if (!('uuid' in thing && 'cognito_user_uuid' in thing)) return null;
  const { uuid, cognito_user_uuid } = thing;
  return typeof cognito_user_uuid === 'string' ? { uuid, cognito_user_uuid } : null;
}
