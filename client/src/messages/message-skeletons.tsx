import { clsx } from 'clsx';
import { Skeleton } from '../base/ui/skeleton.tsx';

const ROWS = ['one', 'two', 'three', 'four', 'five'];
const BUBBLES = [
  { key: 'one', isOwn: false, isLong: true },
  { key: 'two', isOwn: true, isLong: false },
  { key: 'three', isOwn: true, isLong: true },
  { key: 'four', isOwn: false, isLong: false },
];

/** A conversation that is loading: bubbles at the end of the log, above the composer's frame. */
export function ConversationSkeleton() {
  return (
    <Skeleton>
      <div className="log-bones" aria-hidden="true">
        {BUBBLES.map(({ key, isOwn, isLong }) => (
          <span key={key} className={clsx('bone', 'bubble-bone', isOwn && 'own', isLong && 'long')} />
        ))}
      </div>
      <div className="message-composer" aria-hidden="true">
        <span className="box" />
      </div>
    </Skeleton>
  );
}

/** The list of conversations while it is loading. */
export function ConversationListSkeleton() {
  return (
    <Skeleton>
      {ROWS.map((row) => (
        <div className="conversation-row" key={row} aria-hidden="true">
          <span className="av bone" />
          <span className="bone line" />
          <span className="bone line" />
        </div>
      ))}
    </Skeleton>
  );
}
