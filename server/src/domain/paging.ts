import { isUuid, type Page } from '@cruddur/shared';
import type { Clock } from './clock.ts';
import { Refusal } from './errors.ts';
import type { Person } from './viewer.ts';

/** A position in a list: the sort key and the row's uuid, which breaks ties. Opaque to clients. */
export interface ListPosition {
  pos: number;
  uuid: string;
}

/** One page of a list for one viewer at one time. */
export interface View {
  viewer: string | null;
  now: Date;
  before: ListPosition | null;
  limit: number;
}

/** The view of a list for one call. @throws Refusal cursor_invalid */
export function createView(clock: Clock, viewer: Person | null, page: Page): View {
  return {
    viewer: viewer?.sub ?? null,
    now: clock.now(),
    before: parseListPosition(page.before),
    limit: page.limit,
  };
}

const LIST_POSITION = /^(\d{1,15})~([0-9a-f-]{36})$/;

function formatListPosition({ pos, uuid }: ListPosition): string {
  return `${pos}~${uuid}`;
}

/** @throws Refusal cursor_invalid */
function parseListPosition(before: string | undefined): ListPosition | null {
  if (before === undefined) return null;
  const match = LIST_POSITION.exec(before);
  if (!match?.[1] || !match[2] || !isUuid(match[2])) throw new Refusal('cursor_invalid');
  return { pos: Number(match[1]), uuid: match[2] };
}

/** Removes the extra row that shows that there is another page. */
export function cutPage<Row extends ListPosition>(
  rows: Row[],
  limit: number,
): { rows: Row[]; next: string | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last ? formatListPosition(last) : undefined };
}
