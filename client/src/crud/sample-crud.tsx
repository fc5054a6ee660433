import type { Activity } from '@cruddur/shared';
import { Heart, MessageCircle, Repeat2, Share } from 'lucide-react';
import { Avatar } from '../people/avatar.tsx';
import { Byline } from './byline.tsx';
import { compactCount } from './counts.ts';
import { Fuse } from './fuse.tsx';
import { Icon } from '../ui/icon.tsx';
import { parseTextParts } from '../ui/parse-text-parts.ts';

/** A drawing of a crud: the same to the eye, but nothing in it can be pressed. */
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
      <div className="words">
        <Byline person={activity} at={created_at} plain />
        <p className="say">
          {parseTextParts(message).map((part, index) => (
            <span key={index} className={part.kind === 'words' ? undefined : 'link'}>
              {part.text}
            </span>
          ))}
        </p>
        <div className="acts">
          {counts.map(({ icon, count }, index) => (
            <span className="act" key={index}>
              <Icon of={icon} />
              {compactCount(count)}
            </span>
          ))}
          <span className="act">
            <Icon of={Share} />
          </span>
        </div>
      </div>
      {expires_at !== null && <Fuse life={{ created_at, expires_at }} />}
    </div>
  );
}
