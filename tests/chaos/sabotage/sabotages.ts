/** One change in one file of the product, by its text. */
export interface Patch {
  /** Relative to the root. */
  file: string;
  find: string;
  replace: string;
}

/** @param changes what is found in the file, and what replaces it */
export const inFile = (file: string, ...changes: [find: string, replace: string][]): Patch[] =>
  changes.map(([find, replace]) => ({ file, find, replace }));

/** A way to break the promise, and the faults under which it shows, by parts of their names; none means all. */
export interface Sabotage {
  name: string;
  /** The checker's report, as `rule: text`. Any other report may be right, and proves nothing about this sabotage. */
  expectedViolation: RegExp;
  patches: readonly Patch[];
  faults?: readonly string[];
}

const MIGRATIONS = 'server/src/repositories/migrations';
const APPEND = `${MIGRATIONS}/0006-shared-commits.ts`;
const WRITES = `${MIGRATIONS}/0016-write-functions.ts`;
const PLANS = `${MIGRATIONS}/0018-commit-plans.ts`;
const REVOCATIONS = 'server/src/domain/sessions/revocations.ts';
const FOLLOWER = 'client/src/realtime/stream/stream-follower.ts';
const TAB_STREAM = 'client/src/realtime/tabs/tab-stream.ts';

/**
 * The ten that the checker must catch. A sabotage that only shows in a race also widens that race, so that a short run
 * meets it. They are applied to a build of the product, which has no code for them.
 */
export const sabotages: readonly Sabotage[] = [
  {
    name: 'order-by-serial',
    expectedViolation:
      /^(lost|reordered): tab .*, public(: is at| \d+: (shown after|shown, and not in the log|shown with tag))/,
    patches: [
      ...inFile(
        APPEND,
        [
          'drop function append(jsonb, timestamptz)`,',
          `drop function append(jsonb, timestamptz)\`,
 sql\`create sequence serial\`,`,
        ],
        [
          `order by s.id = 'public', s.id collate "C" for update`,
          `and s.id <> 'public' order by s.id collate "C" for update`,
        ],
        [
          's.head + said.nth as seq',
          "case when said.stream = 'public' then nextval('serial') else s.head + said.nth end as seq",
        ],
        [
          'set head = newest.seq, head_tag = newest.tag',
          `set head = greatest(s.head, newest.seq),
          head_tag = case when s.head > newest.seq then s.head_tag else newest.tag end`,
        ],
        [
          'from placed order by stream, seq desc) newest',
          'from placed, pg_sleep(random() * 0.15) order by stream, seq desc) newest',
        ],
      ),
      ...inFile(
        PLANS,
        ["from streams s where s.id = 'public' for update", "from streams s where s.id = 'public'"],
        ['head_before + row_number() over (order by o.n) as pos', "nextval('serial') as pos"],
        [
          'set head = s.head + cardinality(accepted),',
          'set head = greatest(s.head, (select max(p.pos) from placed p)),',
        ],
        [
          'head_tag = (select p.tag from placed p order by p.pos desc limit 1)',
          `head_tag = case when s.head > (select max(p.pos) from placed p) then s.head_tag
          else (select p.tag from placed p order by p.pos desc limit 1) end`,
        ],
        [
          'from placed p join people a on a.sub = p.author;',
          'from placed p join people a on a.sub = p.author, pg_sleep(random() * 0.15);',
        ],
      ),
    ],
  },
  {
    name: 'publish-before-commit',
    expectedViolation: /^reordered: .*(shown, and not in the log|shown with tag)/,
    patches: [
      ...inFile('server/src/streams/stream-readers.ts', [
        'return (envelopes) => {',
        'return globalThis.deliverNow = (envelopes) => {',
      ]),
      ...inFile('server/src/repositories/commit.ts', [
        'const outcomes = await commitPlans(db, requests, { waits, now });',
        `const outcomes = await db.transaction().execute(async (trx) => {
          const outcomes = await commitPlans(trx, requests, { waits, now });
          const written = requests.flatMap(({ plan }, index) =>
            outcomes[index].is === 'written' ? [{ ...outcomes[index], plan }] : []);
          globalThis.deliverNow((await buildPlannedEnvelopes(trx, written, now)).flat());
          await new Promise((resolve) => setTimeout(resolve, 40));
          return outcomes;
        });`,
      ]),
    ],
    // Strikes between the delivery and the commit whatever the seed; other faults meet that moment only by chance.
    faults: ['cut-transactions'],
  },
  {
    name: 'skip-op-table',
    expectedViolation:
      /was answered 4\d\d, and was carried out|is in the log twice|profile .* are in the log, \d+ were made|is in a log twice/,
    patches: [
      ...inFile(
        WRITES,
        ['left join op on op.actor = o.actor and op.op_id = o.op_id', 'left join op on false'],
        ['where s.singleton;', 'where s.singleton on conflict do nothing;'],
      ),
      ...inFile(
        PLANS,
        ['join op on op.actor = o.actor and op.op_id = o.op_id)', 'join op on false)'],
        ['left join op on op.actor = o.actor and op.op_id = o.op_id', 'left join op on false'],
        [
          'join store s on s.singleton where p.op_id is not null',
          'join store s on s.singleton where p.op_id is not null on conflict do nothing',
        ],
      ),
    ],
    faults: ['reset callers', 'cut callers', 'kill-gateway'],
  },
  {
    name: 'ignore-gap',
    expectedViolation: /^lost: .*: shown after \d/,
    patches: [
      ...inFile('server/src/streams/stream-reader.ts', [
        'if (!current || event.seq > current.seq + 1)',
        `if (current && event.seq > current.seq + 1) this.advance(current, [event]);
 else if (!current)`,
      ]),
      ...inFile(FOLLOWER, ['if (event.seq > at.seq + 1)', 'if (event.seq < 0)']),
    ],
    faults: ['redis', 'cut-listeners'],
  },
  {
    name: 'drop-head',
    expectedViolation: /^lost: .*: is at \d+, the head is \d/,
    patches: [
      ...inFile('server/src/streams/stream-readers.ts', ['void refreshHeads();', ';']),
      ...inFile('server/src/gateway/session-socket.ts', [
        "this.sendFrames(encodeMessage('head',",
        "void (encodeMessage('head',",
      ]),
    ],
    faults: ['redis', 'cut-listeners'],
  },
  {
    name: 'unsorted-locks',
    expectedViolation: /^deadlocked: /,
    patches: [
      ...inFile(
        APPEND,
        [
          'appended bigint;',
          `appended bigint;
 one record;`,
        ],
        ['perform from streams s', 'for one in select s.id from streams s'],
        [
          `order by s.id = 'public', s.id collate "C" for update;`,
          `order by random() loop
          perform from streams s where s.id = one.id for update;
          perform pg_sleep(0.01);
        end loop;`,
        ],
      ),
      ...inFile(PLANS, [
        "if entries <> '[]' then",
        `if random() < 0.5 then
          perform from streams s where s.id = 'public' for update;
          perform pg_sleep(0.01);
        end if;
        if entries <> '[]' then`,
      ]),
    ],
    faults: ['redis'],
  },
  {
    name: 'message-to-public',
    expectedViolation: /^leaked: .*(message\.created|the message .* of two others)/,
    patches: [
      ...inFile(APPEND, [
        "where l.kind = 'message.created' and",
        "where l.stream <> 'public' and l.kind = 'message.created' and",
      ]),
      ...inFile(WRITES, [
        "jsonb_build_object('stream', 'user:' || c.other,",
        `jsonb_build_object('stream', 'public', 'kind', 'message.created', 'ref', m.uuid),
          jsonb_build_object('stream', 'user:' || c.other,`,
      ]),
    ],
  },
  {
    name: 'id-token-accepted',
    expectedViolation: /^leaked: an ID token was accepted/,
    patches: [...inFile('server/src/identity/verify-token.ts', ["tokenUse: 'access'", 'tokenUse: null'])],
  },
  {
    name: 'revocation-skipped',
    expectedViolation: /^leaked: .*(after its session had ended|an ended session was answered)/,
    patches: [
      ...inFile(
        REVOCATIONS,
        [
          'function isEndedBy(revocation: Revocation, session: Session): boolean {',
          `function isEndedBy(revocation: Revocation, session: Session): boolean {
 return false;`,
        ],
        [
          'function isRevokedBy(key: RevocationKey, session: Session): boolean {',
          `function isRevokedBy(key: RevocationKey, session: Session): boolean {
 return false;`,
        ],
      ),
    ],
    // Short faults, so that the two seconds are soon over.
    faults: ['redis'],
  },
  {
    // A new leader continues from where the page was loaded, and shows again what the former leader had shown.
    name: 'apply-twice',
    expectedViolation: /^doubled: .*: shown after \d/,
    patches: [
      ...inFile(
        TAB_STREAM,
        [
          'const cursor = followers[stream].cursor();',
          'const cursor = loaded[stream] ?? followers[stream].cursor();',
        ],
        [
          'recentEvents[stream].resetTo(at);',
          `recentEvents[stream].resetTo(at);
 loaded[stream] ??= at;`,
        ],
        [
          'function forEachHead(',
          `const loaded = {};
 function forEachHead(`,
        ],
      ),
      ...inFile(FOLLOWER, ['if (event.seq <= at.seq) continue;', '']),
    ],
    faults: ['reset callers', 'kill-gateway', 'drain-gateway'],
  },
];
