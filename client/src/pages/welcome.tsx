import { useNow } from '../base/clock/clock-react.tsx';
import { ExpiredRow } from '../cruds/expired-row.tsx';
import { JoinPanel } from '../account/sign-in/join-panel.tsx';
import { Logo } from '../base/ui/logo.tsx';
import type { Activity } from '@cruddur/shared';
import { Heart, MessageCircle, Repeat2, Share } from 'lucide-react';
import { Avatar } from '../people/avatar.tsx';
import { Byline } from '../cruds/byline.tsx';
import { compactCount } from '../cruds/counts.ts';
import { Fuse } from '../cruds/fuse.tsx';
import { Icon } from '../base/ui/icon.tsx';
import { parseTextParts } from '../base/ui/parse-text-parts.ts';

/** The home page of visitors: the slogan, the invitation where there is no side column, and sample cruds. */
export function Welcome() {
  // Rebuilt as time passes, so that no sample ever expires.
  const samples = createSampleCruds(useNow());
  return (
    <>
      <section className="welcome">
        <Logo />
        <h2>Say it.. then forget it....</h2>
        <p>
          Cruddur is a place for short posts that burn out. Light one for an hour or for a month. When its
          fuse is gone, so is the crud.
        </p>
      </section>
      <div className="in-sheet">
        <JoinPanel />
      </div>
      <h3 className="label-row">
        Burning right now <span className="example-badge">Example</span>
      </h3>
      <div
        className="sample"
        role="img"
        aria-label="An example: three invented cruds, each with a fuse that burns towards a bomb"
      >
        {samples.map((activity) => (
          <SampleCrud key={activity.uuid} activity={activity} />
        ))}
        <ExpiredRow>A crud by Juno Paredal burned out a moment ago.</ExpiredRow>
      </div>
    </>
  );
}

/** A crud card without links and buttons, for the welcome page. */
function SampleCrud({ activity }: { activity: Activity }) {
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
function createSampleCruds(now: number): Activity[] {
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
