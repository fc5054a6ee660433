import { isUuid } from '@cruddur/shared';
import { Refusal } from './errors.ts';

/** A place in a list: the order's number and the row's uuid, which settles ties. Opaque to clients. */
export interface Place {
  place: number;
  uuid: string;
}

/** One page of a list for one viewer, at one moment. */
export interface View {
  viewer: string | null;
  now: Date;
  before: Place | null;
  limit: number;
}

const PLACE = /^(\d{1,15})~([0-9a-f-]{36})$/;

export function formatPlace({ place, uuid }: Place): string {
  return `${place}~${uuid}`;
}

/** @throws Refusal cursor_invalid */
export function parsePlace(before: string | undefined): Place | null {
  if (before === undefined) return null;
  const match = PLACE.exec(before);
  if (!match?.[1] || !match[2] || !isUuid(match[2])) throw new Refusal('cursor_invalid');
  return { place: Number(match[1]), uuid: match[2] };
}

/** Cuts the one row too many that tells there is another page. */
export function cutPage<Row extends Place>(
  rows: Row[],
  limit: number,
): { rows: Row[]; next: string | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last ? formatPlace(last) : undefined };
}
