import { useHasPassed, useNow } from '../base/clock/clock-react.tsx';
import { JoinPanel } from '../account/sign-in/join-panel.tsx';
import { Logo } from '../base/ui/logo.tsx';
import type { Activity } from '@cruddur/shared';
import { Heart, MessageCircle, Repeat2 } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../people/avatar.tsx';
import { Byline } from '../cruds/byline.tsx';
import { compactCount } from '../cruds/counts.ts';
import { Fuse } from '../cruds/fuse.tsx';
import { Icon } from '../base/ui/icon.tsx';
import { parseTextParts } from '../base/ui/parse-text-parts.ts';
import { statusPath } from '../base/paths.ts';
import { unreachableHint, unreachableText } from '../base/http/api-error.ts';
import { EmptyState } from '../base/ui/empty-state.tsx';
import { Skeleton } from '../base/ui/skeleton.tsx';

/**
 * The home page of visitors: what the place is, the invitation where there is no side column, and cruds.
 * @param newest null while they load, or cannot be loaded for now
 */
export function Welcome({
  newest,
  isUnreachable = false,
}: {
  newest: readonly Activity[] | null;
  isUnreachable?: boolean;
}) {
  const haveAllExpired = useHasPassed(Math.max(...(newest ?? []).map(expiryTime)));
  const isSample = newest !== null && haveAllExpired;
  return (
    <>
      <section className="welcome">
        <Logo />
        <h2>Say it.. then forget it....</h2>
        <p>
          Cruddur is a place for short posts on a fuse: it burns for an hour or for a month, and then the post
          is gone.
        </p>
      </section>
      <div className="in-sheet">
        <JoinPanel />
      </div>
      <h3 className="label-row">{isSample ? 'How it looks' : 'Burning right now'}</h3>
      {newest === null &&
        (isUnreachable ? (
          <EmptyState art={<Logo />} title={unreachableText()} description={unreachableHint()} />
        ) : (
          <Skeleton />
        ))}
      {isSample ? (
        <SampleCruds />
      ) : (
        newest?.map((activity) => <NewestCrud key={activity.uuid} activity={activity} />)
      )}
    </>
  );
}

/** A living crud. One link covers it, and it leaves in the second in which it expires. */
function NewestCrud({ activity }: { activity: Activity }) {
  const id = useId();
  const { handle, uuid, display_name } = activity;
  if (useHasPassed(expiryTime(activity))) return null;
  return (
    <article
      className={activity.expires_at === null ? 'crud newest plain' : 'crud newest'}
      aria-labelledby={id}
      data-crud={uuid}
      tabIndex={-1}
    >
      <CrudContent activity={activity} textId={id} />
      <Link
        className="cover"
        to={statusPath(handle, uuid)}
        aria-label={`Open this crud by ${display_name}`}
      />
    </article>
  );
}

/** Invented cruds, rebuilt as time passes, so that none ever expires. */
function SampleCruds() {
  return (
    <div
      className="sample"
      role="img"
      aria-label="Two invented cruds, each with a fuse that burns towards a bomb"
    >
      {createSampleCruds(useNow()).map((activity) => (
        <div className="crud" key={activity.uuid}>
          <CrudContent activity={activity} />
        </div>
      ))}
    </div>
  );
}

/** A crud without links and buttons. */
function CrudContent({ activity, textId }: { activity: Activity; textId?: string }) {
  const { created_at, expires_at, message } = activity;
  const counts = [
    { icon: MessageCircle, count: activity.replies_count },
    { icon: Repeat2, count: activity.reposts_count },
    { icon: Heart, count: activity.likes_count },
  ];
  return (
    <>
      <Avatar person={activity} />
      <div className="crud-body">
        <Byline person={activity} at={created_at} plain />
        <p className="crud-text" id={textId} dir="auto">
          {parseTextParts(message).map((part, index) => (
            <span key={index} className={part.kind === 'text' ? undefined : 'link'}>
              {part.kind === 'url' ? part.shown : part.text}
            </span>
          ))}
        </p>
        <div className="crud-actions" aria-hidden="true">
          {counts.map(({ icon, count }, index) => (
            <span className="crud-action" key={index}>
              <Icon of={icon} />
              {count > 0 && compactCount(count)}
            </span>
          ))}
        </div>
      </div>
      {expires_at !== null && <Fuse life={{ created_at, expires_at }} />}
    </>
  );
}

function expiryTime({ expires_at }: Activity): number {
  return expires_at === null ? Infinity : Date.parse(expires_at);
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
