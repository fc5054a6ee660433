import { LogOut } from 'lucide-react';
import type { ListedSession } from '@cruddur/shared';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSignOutWarning } from '../../compose/use-sign-out-warning.ts';
import { useCall } from '../../api/api-react.tsx';
import { endListedSession, fetchSessions } from '../../api/account.ts';
import { ApiError } from '../../api/api-error.ts';
import { toErrorTexts } from '../../api/error-texts.ts';
import { SessionList } from './session-list.tsx';
import { FailedList, RowSkeleton } from './setting-list.tsx';
import { SettingsSection } from '../../account/settings-section.tsx';
import { useForm } from '../../use-form.ts';
import { useSession } from '../../auth/session/session-react.tsx';

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
