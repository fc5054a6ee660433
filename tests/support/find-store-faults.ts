import { openPGlite } from '../../server/src/store/open-pglite.ts';
import { queryStore } from './query-store.ts';

/** Each finds rows that an incomplete operation would leave. */
const FAULT_QUERIES = {
  'a stream with a gap':
    'select s.id from streams s where s.head - s.tail <> (select count(*) from log l where l.stream = s.id)',
  'a head that is not its last event':
    'select s.id from streams s join log l on l.stream = s.id and l.seq = s.head where l.tag <> s.head_tag',
  'a crud without an event': `select a.uuid from activities a where a.pos is null
       or not exists (select from log l where l.stream = 'public' and l.seq = a.pos)`,
  'an operation without its crud or message': `select o.ref from operations o where not exists (select from activities a where a.uuid::text = o.ref)
       and not exists (select from messages m where m.uuid::text = o.ref)
       and not exists (select from burned b where b.uuid::text = o.ref)`,
};

/** The incomplete operations in the embedded store of a folder that no program has open. */
export async function findStoreFaults(dataDir: string): Promise<string[]> {
  const store = await openPGlite({ dataDir });
  try {
    const found: string[] = [];
    for (const [fault, query] of Object.entries(FAULT_QUERIES)) {
      const rows = await queryStore(store.db, query);
      if (rows.length > 0) found.push(`${rows.length} × ${fault}`);
    }
    return found;
  } finally {
    await store.close();
  }
}
