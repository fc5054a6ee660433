import type { Activity, DirectMessage, MessageGroup, Profile, ShortUser } from '@cruddur/shared';
import { paths } from '../../src/base/paths.ts';
import type { CrudHandlers } from '../../src/cruds/crud-actions.tsx';
import type { Bubble, MessageState } from '../../src/messages/message-groups.ts';
import type { MenuItem } from '../../src/base/ui/menu-item.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Samples are dated relative to the opening of the page. */
const now = Date.now();
const formatAgo = (ms: number) => new Date(now - ms).toISOString();

const createPerson = (handle: string, display_name: string): ShortUser => ({
  handle,
  display_name,
  cognito_user_uuid: '',
  avatar_version: 0,
});

export const ines = createPerson('inesvarga', 'Ines Varga');
export const odalys = createPerson('odalys', 'Odalys Quent');
export const bram = createPerson('bramt', 'Bram Tolander');
export const teo = createPerson('teow', 'Teo Wexley');
export const mirel = createPerson('mirel', 'Mirel Tanoka');
export const sanne = createPerson('sanneo', 'Sanne Orlu');
export const juno = createPerson('junop', 'Juno Paredal');

let rows = 0;
function createCrud(
  author: ShortUser,
  message: string,
  rest: Partial<Activity> & { old: number; left: number },
) {
  const { old, left, ...fields } = rest;
  rows += 1;
  const activity: Activity = {
    uuid: `crud-${rows}`,
    ...author,
    message,
    created_at: formatAgo(old),
    expires_at: formatAgo(-left),
    replies_count: 0,
    reposts_count: 0,
    likes_count: 0,
    liked: false,
    reposted: false,
    reply_to_activity_uuid: null,
    ...fields,
  };
  return activity;
}

export const feed: Activity[] = [
  createCrud(odalys, 'Deploy is green on the first try. I do not trust it. #CloudProject', {
    old: 2 * MINUTE,
    left: 6.9 * DAY,
    replies_count: 4,
    reposts_count: 1,
    likes_count: 12,
  }),
  createCrud(bram, 'Selling one concert ticket for tonight, row F, at what I paid. Gone when the fuse is.', {
    old: 26 * MINUTE,
    left: 34.2 * MINUTE,
    replies_count: 2,
    likes_count: 1,
  }),
  createCrud(teo, 'Unpopular opinion that I will deny by dinner: tabs.', {
    old: 2.9 * HOUR,
    left: 7.2 * MINUTE,
    replies_count: 31,
    reposts_count: 6,
    likes_count: 1042,
    liked: true,
  }),
  createCrud(
    ines,
    'Moved the whole thing to one region and the bill dropped by 41%. No one noticed except accounting, who sent cake.\n\nDay 63 of #100DaysOfCloud',
    { old: 9 * HOUR, left: 3.02 * HOUR, replies_count: 9, reposts_count: 3, likes_count: 87 },
  ),
  createCrud(
    sanne,
    'If they bring the whale back for #FreeWillyReboot, the whale should direct. https://example.com/whale.',
    {
      old: 1.2 * DAY,
      left: 2.1 * DAY,
      replies_count: 5,
      reposts_count: 12,
      likes_count: 240,
      reposted: true,
    },
  ),
  createCrud(
    juno,
    'Found a café that plays only rain. @odalys knows. Not telling you where until tomorrow, when this is gone anyway.',
    {
      old: 6.3 * DAY,
      left: 14.2 * HOUR,
      replies_count: 1,
      likes_count: 19,
    },
  ),
];

export const replies: Activity[] = [
  createCrud(bram, 'Which cake? The rest of us need to plan our migrations.', {
    old: 4 * MINUTE,
    left: 3.02 * HOUR,
    replies_count: 1,
    likes_count: 6,
  }),
  createCrud(
    mirel,
    '41% is exactly what I was told could not be done. Forwarding this before it burns. #AWS',
    {
      old: 1.1 * HOUR,
      left: 3.02 * HOUR,
      reposts_count: 2,
      likes_count: 11,
    },
  ),
  createCrud(teo, 'Congratulations to the cake.', { old: 8 * HOUR, left: 3.02 * HOUR, likes_count: 24 }),
];

export const profile: Profile = {
  ...ines,
  bio: 'Turns off servers for a living. Opinions last seven days, like everything else here.',
  cruds_count: 3,
};

export const trends = [
  { hashtag: '100DaysOfCloud', count: 2053 },
  { hashtag: 'CloudProject', count: 8253 },
  { hashtag: 'AWS', count: 9053 },
  { hashtag: 'FreeWillyReboot', count: 7753 },
];

const createGroup = (
  other: ShortUser,
  message: string,
  [old, unread = 0]: [number, number?],
): MessageGroup => ({
  uuid: `group-${other.handle}`,
  ...other,
  message,
  own: false,
  created_at: formatAgo(old),
  unread,
  read_uuid: null,
});

export const groups: MessageGroup[] = [
  createGroup(odalys, 'Bring the log, I bring the cake', [2 * MINUTE]),
  createGroup(bram, 'Ticket is still there if you want it', [34 * MINUTE, 2]),
  createGroup(sanne, 'The whale has an agent now. It is serious.', [5 * HOUR]),
  createGroup(juno, 'Turn left at the bakery that is never open', [1.1 * DAY]),
  createGroup(teo, 'I saw nothing', [3.1 * DAY]),
];

const createBubble = (author: ShortUser, message: string, [old, state]: [number, MessageState]): Bubble => {
  rows += 1;
  const sent: DirectMessage = {
    ...author,
    uuid: `message-${rows}`,
    message,
    created_at: formatAgo(old),
    ...(old < DAY && { expires_at: formatAgo(old - DAY) }),
  };
  return { message: sent, own: author === ines, state };
};

export const bubbles: Bubble[] = [
  createBubble(odalys, 'Did you really switch off the second region?', [1.1 * DAY, 'read']),
  createBubble(odalys, 'On a Thursday?', [1.1 * DAY, 'read']),
  createBubble(ines, 'It was idle for nine weeks.', [1.09 * DAY, 'read']),
  createBubble(ines, 'I sent three warnings. The only answer was a thumbs up from a bot.', [
    1.09 * DAY,
    'read',
  ]),
  createBubble(odalys, 'Fair. The bot speaks for all of us.', [6 * MINUTE, 'read']),
  createBubble(
    odalys,
    'Could you show me how you found it? I have a queue no one owns, and my manager has started to call it “legacy”, which is how it starts.',
    [6 * MINUTE, 'read'],
  ),
  createBubble(ines, 'Lunch at twelve?', [2 * MINUTE, 'sent']),
  createBubble(ines, 'Bring the log, I bring the cake', [2 * MINUTE, 'sent']),
  createBubble(ines, 'It is lemon', [MINUTE, 'failed']),
];

export const noop = () => undefined;

export const handlers: CrudHandlers = {
  reply: noop,
  repost: noop,
  like: noop,
  share: noop,
  copyLink: noop,
  copyText: noop,
};

export const more: MenuItem[] = [
  { kind: 'link', label: 'Machines', icon: 'workflow', to: paths.machines },
  { kind: 'action', label: 'Shortcuts', icon: 'keyboard', end: '?', onSelect: noop },
  { kind: 'separator' },
  {
    kind: 'choices',
    label: 'Appearance',
    options: [
      { label: 'Dark', icon: 'moon', chosen: true, onSelect: noop },
      { label: 'Light', icon: 'sun', chosen: false, onSelect: noop },
      { label: 'System', icon: 'monitor', chosen: false, onSelect: noop },
    ],
  },
  { kind: 'separator' },
  { kind: 'action', label: 'Sign Out', icon: 'signOut', onSelect: noop },
];
