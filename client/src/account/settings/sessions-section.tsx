import { LogOut, Monitor, Smartphone } from 'lucide-react';
import type { ListedSession } from '@cruddur/shared';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Button } from '../../base/ui/button.tsx';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { useSignOutWarning } from '../use-sign-out.tsx';
import { useCall } from '../../base/http/page-services.ts';
import { endListedSession, fetchSessions } from './account.ts';
import { ApiError } from '../../base/http/api-error.ts';
import { FailedList, RowSkeleton, SettingRow, SettingsSection } from '../../base/ui/setting-list.tsx';
import { useForm } from '../../base/machines/use-form.ts';
import { useSession } from '../../base/session/session-react.tsx';
import { Age, FullDate } from '../../base/clock/dated-text.tsx';
import { toErrorTexts } from '../../base/http/error-texts.ts';

type SignOutTarget = { kind: 'session'; session: ListedSession } | { kind: 'everywhere' };

/** @param onLeave called before this browser signs out by choice */
export function SessionsSection({ onLeave }: { onLeave: () => void }) {
  const call = useCall();
  const { signOut } = useSession();
  const list = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => fetchSessions(call, signal),
    refetchOnMount: 'always',
  });
  const { refetch } = list;
  const retry = useCallback(() => void refetch(), [refetch]);
  const [leaving, setLeaving] = useState<SignOutTarget>({ kind: 'everywhere' });
  const [isAsking, setIsAsking] = useState(false);
  const departure = useForm({
    async send(target: SignOutTarget) {
      if (target.kind === 'everywhere' || target.session.current) {
        onLeave();
        // This browser is signed out in any case.
        await signOut(target.kind === 'everywhere').catch(() => undefined);
        return;
      }
      await endListedSession(call, target.session.uuid).catch(ignoreMissing);
      setIsAsking(false);
      void refetch();
    },
  });
  const choose = (target: SignOutTarget) => {
    departure.edit();
    setLeaving(target);
    setIsAsking(true);
  };
  const leaveWarning = useSignOutWarning();
  return (
    <SettingsSection
      title="Where you’re signed in"
      lead="Sign out any device you don’t recognise or no longer use."
    >
      {list.isError && <FailedList error={toErrorTexts(list.error).join('. ')} onRetry={retry} />}
      {list.isPending && <RowSkeleton />}
      {!list.isError && list.data && (
        <SessionList sessions={list.data} onChoose={(session) => choose({ kind: 'session', session })} />
      )}
      <div>
        <Button variant="outline" onClick={() => choose({ kind: 'everywhere' })}>
          <Icon of={LogOut} size="small" />
          Sign out everywhere
        </Button>
      </div>
      <ConfirmDialog
        title={formatTitle(leaving)}
        open={isAsking}
        confirm={leaving.kind === 'everywhere' ? 'Sign out everywhere' : 'Sign out'}
        busy={departure.isBusy}
        error={departure.errors[0] ?? ''}
        onConfirm={() => departure.submit(leaving)}
        onClose={() => setIsAsking(false)}
      >
        <p>{describeConsequence(leaving)}</p>
        {endsThisSession(leaving) && <p>{leaveWarning()}</p>}
      </ConfirmDialog>
    </SettingsSection>
  );
}

const endsThisSession = (leaving: SignOutTarget) => leaving.kind === 'everywhere' || leaving.session.current;

/** It has ended already. */
function ignoreMissing(failure: unknown): void {
  if (!(failure instanceof ApiError && failure.status === 404)) throw failure;
}

function formatTitle(leaving: SignOutTarget): string {
  if (leaving.kind === 'everywhere') return 'Sign out everywhere?';
  return leaving.session.current ? 'Sign out here?' : `Sign out ${leaving.session.device}?`;
}

function describeConsequence(leaving: SignOutTarget): string {
  if (leaving.kind === 'everywhere') return 'This ends all your sessions, including this one.';
  return leaving.session.current
    ? 'This is the device you’re using.'
    : 'This ends its session. You’ll need to sign in there again.';
}

type Props = { sessions: readonly ListedSession[]; onChoose: (session: ListedSession) => void };

/** The sessions of an account, in the given order. */
function SessionList({ sessions, onChoose }: Props) {
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
