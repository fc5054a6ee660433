import { LogOut } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSignOutWarning } from '../../compose/use-sign-out-warning.ts';
import { useCall } from '../../api/api-react.tsx';
import { endListedSession, fetchSessions } from '../../api/account.ts';
import { type SignOutTarget, sessionListMachine } from '../../machines/session-list.machine.ts';
import { SessionList } from './session-list.tsx';
import { FailedList, RowSkeleton } from './setting-list.tsx';
import { SettingsSection } from '../../account/settings-section.tsx';
import { useMachine } from '../../use-machine.ts';
import { useSession } from '../../auth/session/session-react.tsx';

/** @param onLeave called before this browser signs out by choice; must keep its identity */
export function SessionsSection({ onLeave }: { onLeave: () => void }) {
  const [state, send] = useSessionList(onLeave);
  const { sessions, leaving, error } = state.context;
  const leaveWarning = useSignOutWarning();
  const hasFailed = state.hasTag('unknown');
  const retry = useCallback(() => send({ type: 'RETRY' }), [send]);
  return (
    <SettingsSection
      title="Where you’re signed in"
      lead="Sign out any device you don’t recognise or no longer use."
    >
      {hasFailed && <FailedList error={error} onRetry={retry} />}
      {state.hasTag('loading') && sessions === null && <RowSkeleton />}
      {!hasFailed && sessions && (
        <SessionList
          sessions={sessions}
          onChoose={(session) => send({ type: 'CHOOSE', leaving: { kind: 'session', session } })}
        />
      )}
      <div>
        <Button variant="outline" onClick={() => send({ type: 'CHOOSE', leaving: { kind: 'everywhere' } })}>
          <Icon of={LogOut} size="small" />
          Sign out everywhere
        </Button>
      </div>
      <ConfirmDialog
        title={formatTitle(leaving)}
        open={state.hasTag('asking')}
        confirm={leaving.kind === 'everywhere' ? 'Sign out everywhere' : 'Sign out'}
        busy={state.hasTag('busy')}
        error={error}
        onConfirm={() => send({ type: 'LEAVE' })}
        onClose={() => send({ type: 'KEEP' })}
      >
        <p>{describeConsequence(leaving)}</p>
        {endsThisSession(leaving) && <p>{leaveWarning()}</p>}
      </ConfirmDialog>
    </SettingsSection>
  );
}

const endsThisSession = (leaving: SignOutTarget) => leaving.kind === 'everywhere' || leaving.session.current;

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

/** Runs the machine with the API and the session. */
function useSessionList(onLeave: () => void) {
  const call = useCall();
  const { signOut } = useSession();
  const machine = useMemo(
    () =>
      sessionListMachine.provide({
        actors: {
          list: fromPromise(({ signal }) => fetchSessions(call, signal)),
          end: fromPromise(({ input: { uuid } }) => endListedSession(call, uuid)),
          signOut: fromPromise(({ input: { all } }) => {
            onLeave();
            return signOut(all);
          }),
        },
      }),
    [call, signOut, onLeave],
  );
  return useMachine(machine);
}
