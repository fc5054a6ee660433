import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const statements = [
  // What a suspension hides: display_name, bio and avatar_version, as they were.
  sql`alter table people add column hidden_profile jsonb`,
  sql`update people set display_name = 'Suspended account', bio = '', avatar_version = 0, hidden_profile =
      jsonb_build_object('display_name', display_name, 'bio', bio, 'avatar_version', avatar_version)
    where suspended and erased_at is null`,
  // In the row itself, so that every read, event, page and search of every version shows the same.
  sql`create function hide_suspended_profile() returns trigger language plpgsql as $$
    begin
      if new.erased_at is not null then
        new.hidden_profile := null;
      elsif new.suspended and not old.suspended then
        new.hidden_profile := jsonb_build_object('display_name', old.display_name, 'bio', old.bio,
          'avatar_version', old.avatar_version);
        new.display_name := 'Suspended account';
        new.bio := '';
        new.avatar_version := 0;
      elsif old.suspended and not new.suspended then
        new.display_name := coalesce(old.hidden_profile ->> 'display_name', old.display_name);
        new.bio := coalesce(old.hidden_profile ->> 'bio', old.bio);
        new.avatar_version := coalesce((old.hidden_profile ->> 'avatar_version')::int, old.avatar_version);
        new.hidden_profile := null;
      elsif (new.display_name, new.bio, new.avatar_version) is distinct from (old.display_name, old.bio, old.avatar_version) then
        raise exception 'a suspended person acts' using errcode = 'ERASD', detail = 'suspended';
      end if;
      return new;
    end
    $$`,
  sql`create trigger people_hidden before update on people for each row when (old.suspended or new.suspended)
    execute function hide_suspended_profile()`,
  // Further writes of a person that have no row in op. The row lock makes one that began before the suspension wait and check again.
  sql`create function refuse_suspended_writer() returns trigger language plpgsql as $$
    declare
      is_suspended boolean;
    begin
      select p.suspended into is_suspended from people p
      where p.sub = (to_jsonb(new) ->> tg_argv[0])::uuid for key share;
      if is_suspended then
        raise exception 'a suspended person acts' using errcode = 'ERASD', detail = 'suspended';
      end if;
      return new;
    end
    $$`,
  ...Object.entries({
    likes: 'person',
    reposts: 'person',
    reports: 'reporter',
    blocks: 'blocker',
    mutes: 'owner',
    push_subscriptions: 'owner',
  }).map(
    ([table, column]) =>
      sql`create trigger ${sql.ref(`${table}_unsuspended`)} before insert on ${sql.table(table)}
        for each row execute function refuse_suspended_writer(${sql.lit(column)})`,
  ),
];

export const hiddenProfiles: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, {
      against: ['people'],
      againstWrites: ['likes', 'reposts', 'reports', 'blocks', 'mutes', 'push_subscriptions'],
    });
    for (const statement of statements) await statement.execute(db);
  },
};
