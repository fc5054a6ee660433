import type { Activity } from '@cruddur/shared';
import { Heart, MessageCircle, Repeat2, Share } from 'lucide-react';
import { Avatar } from '../people/avatar.tsx';
import { Byline } from './byline.tsx';
import { compactCount } from './counts.ts';
import { Fuse } from './fuse.tsx';
import { Icon } from '../ui/icon.tsx';
import { parseTextParts } from '../ui/parse-text-parts.ts';

/** A crud card without links and buttons, for the welcome page. */
export function SampleCrud({ activity }: { activity: Activity }) {
  const { created_at, expires_at, message } = activity;
  const counts = [
    { icon: MessageCircle, count: activity.replies_count },
    { icon: Repeat2, count: activity.reposts_count },
    { icon: Heart, count: activity.likes_count },
  ];
  return (
    <div className="crud">
      <Avatar person={activity} />
      <div className="crud-body">
        <Byline person={activity} at={created_at} plain />
        <p className="crud-text">
          {parseTextParts(message).map((part, index) => (
            <span key={index} className={part.kind === 'text' ? undefined : 'link'}>
              {part.text}
            </span>
          ))}
        </p>
        <div className="crud-actions">
          {counts.map(({ icon, count }, index) => (
            <span className="crud-action" key={index}>
              <Icon of={icon} />
              {compactCount(count)}
            </span>
          ))}
          <span className="crud-action">
            <Icon of={Share} />
          </span>
        </div>
      </div>
      {expires_at !== null && <Fuse life={{ created_at, expires_at }} />}
    </div>
  );
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Sketch = {
  author: [handle: string, name: string];
  message: string;
  /** Age and remaining lifetime in milliseconds. */
  life: [old: number, left: number];
  counts: [replies: number, reposts: number, likes: number];
};

const SKETCHES: Sketch[] = [
  {
    author: ['odalys', 'Odalys Quent'],
    message: 'Deploy is green on the first try. I do not trust it. #CloudProject',
    life: [2 * MINUTE, 167 * HOUR],
    counts: [4, 1, 12],
  },
  {
    author: ['sanneo', 'Sanne Orlu'],
    message: 'If they bring the whale back for #FreeWillyReboot, the whale should direct.',
    life: [29 * HOUR, 43.5 * HOUR],
    counts: [5, 12, 240],
  },
  {
    author: ['teow', 'Teo Wexley'],
    message: 'Unpopular opinion that I will deny by dinner: tabs.',
    life: [172.5 * MINUTE, 7.5 * MINUTE],
    counts: [31, 6, 1042],
  },
];

/** Invented cruds for the welcome page. */
export function createSampleCruds(now: number): Activity[] {
  return SKETCHES.map(({ author: [handle, display_name], message, life: [old, left], counts }) => ({
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
