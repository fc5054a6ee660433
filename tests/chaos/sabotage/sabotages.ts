/** One change in one file of the product, by its text. */
export interface Patch {
  /** Relative to `server/src`, or to `client/src/realtime`. */
  file: string;
  find: string;
  replace: string;
}

/** A way to break the promise, and the faults under which it shows, by parts of their names; none means all. */
export interface Sabotage {
  name: string;
  /** The checker's report, as `rule: text`. Any other report may be right, and proves nothing about this sabotage. */
  expectedViolation: RegExp;
  server?: readonly Patch[];
  client?: readonly Patch[];
  faults?: readonly string[];
}

const APPEND = 'repositories/migrations/0006-shared-commits.ts';
const WRITES = 'repositories/migrations/0016-write-functions.ts';
const PLANS = 'repositories/migrations/0018-commit-plans.ts';

/**
 * The ten that the checker must catch. A sabotage that only shows in a race also widens that race, so that a short run
 * meets it. They are applied to a build of the product, which has no code for them.
 */
export const sabotages: readonly Sabotage[] = [
  {
    name: 'order-by-serial',
    expectedViolation:
      /^(lost|reordered): tab .*, public(: is at| \d+: (shown after|shown, and not in the log|shown with tag))/,
    server: [
      {
        file: APPEND,
        find: 'drop function append(jsonb, timestamptz)`,',
        replace: 'drop function append(jsonb, timestamptz)`,\n sql`create sequence serial`,',
      },
      {
        file: APPEND,
        find: `order by s.id = 'public', s.id collate "C" for update`,
        replace: `and s.id <> 'public' order by s.id collate "C" for update`,
      },
      {
        file: APPEND,
        find: 's.head + said.nth as seq',
        replace: `case when said.stream = 'public' then nextval('serial') else s.head + said.nth end as seq`,
      },
      {
        file: APPEND,
        find: 'set head = newest.seq, head_tag = newest.tag',
        replace: `set head = greatest(s.head, newest.seq),
          head_tag = case when s.head > newest.seq then s.head_tag else newest.tag end`,
      },
      {
        file: APPEND,
        find: 'from placed order by stream, seq desc) newest',
        replace: 'from placed, pg_sleep(random() * 0.15) order by stream, seq desc) newest',
      },
      {
        file: PLANS,
        find: `from streams s where s.id = 'public' for update`,
        replace: `from streams s where s.id = 'public'`,
      },
      {
        file: PLANS,
        find: 'head_before + row_number() over (order by o.n) as pos',
        replace: `nextval('serial') as pos`,
      },
      {
        file: PLANS,
        find: 'set head = s.head + cardinality(accepted),',
        replace: 'set head = greatest(s.head, (select max(p.pos) from placed p)),',
      },
      {
        file: PLANS,
        find: 'head_tag = (select p.tag from placed p order by p.pos desc limit 1)',
        replace: `head_tag = case when s.head > (select max(p.pos) from placed p) then s.head_tag
          else (select p.tag from placed p order by p.pos desc limit 1) end`,
      },
      {
        file: PLANS,
        find: 'from placed p join people a on a.sub = p.author;',
        replace: 'from placed p join people a on a.sub = p.author, pg_sleep(random() * 0.15);',
      },
    ],
  },
  {
    name: 'publish-before-commit',
    expectedViolation: /^reordered: .*(shown, and not in the log|shown with tag)/,
    server: [
      {
        file: 'streams/stream-readers.ts',
        find: 'return (envelopes) => {',
        replace: 'return globalThis.deliverNow = (envelopes) => {',
      },
      {
        file: 'repositories/commit.ts',
        find: 'const outcomes = await commitPlans(db, requests, { waits, now });',
        replace: `const outcomes = await db.transaction().execute(async (trx) => {
          const outcomes = await commitPlans(trx, requests, { waits, now });
          const written = requests.flatMap(({ plan }, index) =>
            outcomes[index].is === 'written' ? [{ ...outcomes[index], plan }] : []);
          globalThis.deliverNow((await buildPlannedEnvelopes(trx, written, now)).flat());
          await new Promise((resolve) => setTimeout(resolve, 40));
          return outcomes;
        });`,
      },
    ],
    // Strikes between the delivery and the commit whatever the seed; other faults meet that moment only by chance.
    faults: ['cut-transactions'],
  },
  {
    name: 'skip-op-table',
    expectedViolation:
      /was answered 4\d\d, and was carried out|is in the log twice|profile .* are in the log, \d+ were made|is in a log twice/,
    server: [
      {
        file: WRITES,
        find: 'left join op on op.actor = o.actor and op.op_id = o.op_id',
        replace: 'left join op on false',
      },
      { file: WRITES, find: 'where s.singleton;', replace: 'where s.singleton on conflict do nothing;' },
      {
        file: PLANS,
        find: 'join op on op.actor = o.actor and op.op_id = o.op_id)',
        replace: 'join op on false)',
      },
      {
        file: PLANS,
        find: 'left join op on op.actor = o.actor and op.op_id = o.op_id',
        replace: 'left join op on false',
      },
      {
        file: PLANS,
        find: 'join store s on s.singleton where p.op_id is not null',
        replace: 'join store s on s.singleton where p.op_id is not null on conflict do nothing',
      },
    ],
    faults: ['reset callers', 'cut callers', 'kill-gateway'],
  },
  {
    name: 'ignore-gap',
    expectedViolation: /^lost: .*: shown after \d/,
    server: [
      {
        file: 'streams/stream-reader.ts',
        find: 'if (!current || event.seq > current.seq + 1)',
        replace:
          'if (current && event.seq > current.seq + 1) this.advance(current, [event]);\n else if (!current)',
      },
    ],
    client: [
      {
        file: 'stream/stream-follower.ts',
        find: 'if (event.seq > at.seq + 1)',
        replace: 'if (event.seq < 0)',
      },
    ],
    faults: ['redis', 'cut-listeners'],
  },
  {
    name: 'drop-head',
    expectedViolation: /^lost: .*: is at \d+, the head is \d/,
    server: [
      { file: 'streams/stream-readers.ts', find: 'void refreshHeads();', replace: ';' },
      {
        file: 'gateway/session-socket.ts',
        find: "this.sendFrames(encodeMessage('head',",
        replace: "void (encodeMessage('head',",
      },
    ],
    faults: ['redis', 'cut-listeners'],
  },
  {
    name: 'unsorted-locks',
    expectedViolation: /^deadlocked: /,
    server: [
      { file: APPEND, find: 'appended bigint;', replace: 'appended bigint;\n one record;' },
      {
        file: APPEND,
        find: 'perform from streams s',
        replace: 'for one in select s.id from streams s',
      },
      {
        file: APPEND,
        find: `order by s.id = 'public', s.id collate "C" for update;`,
        replace: `order by random() loop
          perform from streams s where s.id = one.id for update;
          perform pg_sleep(0.01);
        end loop;`,
      },
      {
        file: PLANS,
        find: `if entries <> '[]' then`,
        replace: `if random() < 0.5 then
          perform from streams s where s.id = 'public' for update;
          perform pg_sleep(0.01);
        end if;
        if entries <> '[]' then`,
      },
    ],
    faults: ['redis'],
  },
  {
    name: 'message-to-public',
    expectedViolation: /^leaked: .*(message\.created|the message .* of two others)/,
    server: [
      {
        file: APPEND,
        find: "where l.kind = 'message.created' and",
        replace: "where l.stream <> 'public' and l.kind = 'message.created' and",
      },
      {
        file: WRITES,
        find: `jsonb_build_object('stream', 'user:' || c.other,`,
        replace: `jsonb_build_object('stream', 'public', 'kind', 'message.created', 'ref', m.uuid),
          jsonb_build_object('stream', 'user:' || c.other,`,
      },
    ],
  },
  {
    name: 'id-token-accepted',
    expectedViolation: /^leaked: an ID token was accepted/,
    server: [{ file: 'identity/verify-token.ts', find: "tokenUse: 'access'", replace: 'tokenUse: null' }],
  },
  {
    name: 'revocation-skipped',
    expectedViolation: /^leaked: .*(after its session had ended|an ended session was answered)/,
    server: [
      {
        file: 'domain/sessions/revocations.ts',
        find: 'function isEndedBy(revocation: Revocation, session: Session): boolean {',
        replace: 'function isEndedBy(revocation: Revocation, session: Session): boolean {\n return false;',
      },
      {
        file: 'domain/sessions/revocations.ts',
        find: 'function isRevokedBy(key: RevocationKey, session: Session): boolean {',
        replace: 'function isRevokedBy(key: RevocationKey, session: Session): boolean {\n return false;',
      },
    ],
    // Short faults, so that the two seconds are soon over.
    faults: ['redis'],
  },
  {
    // A new leader continues from where the page was loaded, and shows again what the former leader had shown.
    name: 'apply-twice',
    expectedViolation: /^doubled: .*: shown after \d/,
    client: [
      {
        file: 'tabs/tab-stream.ts',
        find: 'const cursor = followers[stream].cursor();',
        replace: 'const cursor = loaded[stream] ?? followers[stream].cursor();',
      },
      {
        file: 'tabs/tab-stream.ts',
        find: 'recentEvents[stream].resetTo(at);',
        replace: 'recentEvents[stream].resetTo(at);\n loaded[stream] ??= at;',
      },
      {
        file: 'tabs/tab-stream.ts',
        find: 'function forEachHead(',
        replace: 'const loaded = {};\n function forEachHead(',
      },
      { file: 'stream/stream-follower.ts', find: 'if (event.seq <= at.seq) continue;', replace: '' },
    ],
    faults: ['reset callers', 'kill-gateway', 'drain-gateway'],
  },
];
