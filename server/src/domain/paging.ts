import { isUuid } from '@cruddur/shared';
import { Refusal } from './errors.ts';

/** A place in a list: the order's number and the row's uuid, which settles ties. Opaque to clients. */
export interface ListPosition {
  place: number;
  uuid: string;
}

/** One page of a list for one viewer, at one moment. */
export interface View {
  viewer: string | null;
  now: Date;
  before: ListPosition | null;
  limit: number;
}

const LIST_POSITION = /^(\d{1,15})~([0-9a-f-]{36})$/;

function formatListPosition({ place, uuid }: ListPosition): string {
  return `${place}~${uuid}`;
}

/** @throws Refusal cursor_invalid */
export function parseListPosition(before: string | undefined): ListPosition | null {
  if (before === undefined) return null;
  const match = LIST_POSITION.exec(before);
  if (!match?.[1] || !match[2] || !isUuid(match[2])) throw new Refusal('cursor_invalid');
  return { place: Number(match[1]), uuid: match[2] };
}

/** Cuts the one row too many that tells there is another page. */
export function cutPage<Row extends ListPosition>(
  rows: Row[],
  limit: number,
): { rows: Row[]; next: string | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last ? formatListPosition(last) : undefined };
}
