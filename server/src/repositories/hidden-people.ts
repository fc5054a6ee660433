import { sql, type RawBuilder } from 'kysely';

/**
 * Rows `(person, created_at, is_own)`: the people who are hidden from a viewer, because one of the two has blocked the other; whether
 * the viewer has.
 */
export const hiddenPeople = (viewer: string | RawBuilder<unknown> | null): RawBuilder<unknown> => sql`(
  select b.blocked as person, b.created_at, true as is_own from blocks b where b.blocker = ${viewer}::uuid
  union all
  select b.blocker, b.created_at, false from blocks b where b.blocked = ${viewer}::uuid)`;

/**
 * True for a person who is not hidden from the viewer; always for visitors. The array is read once per statement, or per row of the
 * table that the viewer is a column of. As a number, because the planner then assumes nearly all rows.
 */
export function isVisibleTo(
  viewer: string | RawBuilder<unknown> | null,
  person: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`(${person} <> all(array(select h.person from ${hiddenPeople(viewer)} h)))::int <> 0`;
}
