import { sql, type Kysely, type Migration } from 'kysely';

/**
 * An upload URL accepts one upload; older gateways ignore the column and accept several, as before. Also the row that is written
 * to check whether the store accepts writes.
 */
export const uploadsAndProbe: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table avatar_uploads add column receiving_until timestamptz`.execute(db);
    await sql`create table write_probe (id int primary key, at timestamptz not null, filler text not null)`.execute(
      db,
    );
    // Random text does not compress and is stored out of line, so that each write needs free disk space.
    await sql`alter table write_probe alter column filler set storage external`.execute(db);
  },
};
