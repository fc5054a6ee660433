import { sql, type Kysely, type Migration } from 'kysely';

/**
 * An upload address takes one upload; older gateways ignore the column and take several, as they always did. And one row that
 * is written to learn whether the store takes writes.
 */
export const uploadsAndProbe: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table avatar_uploads add column receiving_until timestamptz`.execute(db);
    await sql`create table write_probe (id int primary key, at timestamptz not null, filler text not null)`.execute(
      db,
    );
    // Random text does not compress, and beside the row it needs room of its own each time.
    await sql`alter table write_probe alter column filler set storage external`.execute(db);
  },
};
