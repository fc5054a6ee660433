import type { Activity } from '@cruddur/shared';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Sketch = {
  who: [handle: string, name: string];
  message: string;
  /** Age and remaining life in milliseconds. */
  life: [old: number, left: number];
  counts: [replies: number, reposts: number, likes: number];
};

const SKETCHES: Sketch[] = [
  {
    who: ['odalys', 'Odalys Quent'],
    message: 'Deploy is green on the first try. I do not trust it. #CloudProject',
    life: [2 * MINUTE, 167 * HOUR],
    counts: [4, 1, 12],
  },
  {
    who: ['sanneo', 'Sanne Orlu'],
    message: 'If they bring the whale back for #FreeWillyReboot, the whale should direct.',
    life: [29 * HOUR, 43.5 * HOUR],
    counts: [5, 12, 240],
  },
  {
    who: ['teow', 'Teo Wexley'],
    message: 'Unpopular opinion that I will deny by dinner: tabs.',
    life: [172.5 * MINUTE, 7.5 * MINUTE],
    counts: [31, 6, 1042],
  },
];

/** Invented cruds for visitors: nobody wrote them and they lead nowhere. */
export function createSampleCruds(now: number): Activity[] {
  return SKETCHES.map(({ who: [handle, display_name], message, life: [old, left], counts }) => ({
    uuid: handle,
    handle,
    display_name,
    cognito_user_uuid: '',
    avatar_version: 0,
    message,
    created_at: new Date(now - old).toISOString(),
    expires_at: new Date(now + left).toISOString(),
    replies_count: counts[0],
    reposts_count: counts[1],
    likes_count: counts[2],
    liked: false,
    reposted: false,
    reply_to_activity_uuid: null,
  }));
}
