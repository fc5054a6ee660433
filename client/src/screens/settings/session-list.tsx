import type { ListedSession } from '@cruddur/shared';
import { Monitor, Smartphone } from 'lucide-react';
import { Age } from '../../clock/age.tsx';
import { FullDate } from '../../clock/dated-text.tsx';
import { Button } from '../../ui/button.tsx';
import { SettingRow } from './setting-list.tsx';

type Props = { sessions: readonly ListedSession[]; onChoose: (session: ListedSession) => void };

/** The sessions of an account, in the given order. */
export function SessionList({ sessions, onChoose }: Props) {
  return (
    <ul className="setting-rows" aria-label="Your sessions">
      {sessions.map((session) => (
        <SettingRow
          key={session.uuid}
          icon={session.handheld ? Smartphone : Monitor}
          title={session.device}
          {...(session.current && { badge: 'This device' })}
          detail={<Use of={session} />}
        >
          <Button
            variant="outline"
            small
            aria-label={session.current ? 'Sign out here' : `Sign out ${session.device}`}
            onClick={() => onChoose(session)}
          >
            Sign out
          </Button>
        </SettingRow>
      ))}
    </ul>
  );
}

function Use({ of: { current, last_used_at, signed_in_at } }: { of: ListedSession }) {
  return (
    <>
      {current ? (
        <span>In use now</span>
      ) : (
        <>
          Last used <Age at={last_used_at} ago />
        </>
      )}
      <span>, signed in </span>
      <FullDate of={signed_in_at} />
    </>
  );
}
