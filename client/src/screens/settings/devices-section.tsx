import { LogOut } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSignOutWarning } from '../../compose/use-sign-out-warning.ts';
import { type SignOutTarget, devicesMachine } from '../../machines/devices.machine.ts';
import { DeviceList } from './device-list.tsx';
import { describeDevice } from './describe-device.ts';
import { FailedList, RowSkeleton } from './setting-list.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useMachine } from '../../use-machine.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { useAccountProvider } from './use-account-provider.ts';

/** @param onLeave called before this browser signs out by choice; must keep its identity */
export function DevicesSection({ onLeave }: { onLeave: () => void }) {
  const [state, send] = useDevices(onLeave);
  const { devices, leaving, error } = state.context;
  const leaveWarning = useSignOutWarning();
  const hasFailed = state.hasTag('unknown');
  const retry = useCallback(() => send({ type: 'RETRY' }), [send]);
  return (
    <SettingsSection
      title="Devices"
      lead="Where you’re signed in. Sign out any device you don’t recognise or no longer use."
    >
      {hasFailed && <FailedList error={error} onRetry={retry} />}
      {state.hasTag('loading') && devices === null && <RowSkeleton />}
      {!hasFailed && devices && (
        <DeviceList
          devices={devices}
          onChoose={(device) => send({ type: 'CHOOSE', leaving: { kind: 'device', device } })}
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

const endsThisSession = (leaving: SignOutTarget) => leaving.kind === 'everywhere' || leaving.device.isThis;

function formatTitle(leaving: SignOutTarget): string {
  if (leaving.kind === 'everywhere') return 'Sign out everywhere?';
  return leaving.device.isThis ? 'Sign out here?' : `Sign out ${describeDevice(leaving.device.name).title}?`;
}

function describeConsequence(leaving: SignOutTarget): string {
  if (leaving.kind === 'everywhere') return 'This ends all your sessions, including this one.';
  return leaving.device.isThis
    ? 'This is the device you’re using.'
    : 'This ends its session. You’ll need to sign in there again.';
}

/** Runs the devices machine with the account provider and the session. */
function useDevices(onLeave: () => void) {
  const account = useAccountProvider();
  const { signOut } = useSession();
  const machine = useMemo(
    () =>
      devicesMachine.provide({
        actors: {
          list: fromPromise(async () => (await account()).listDevices()),
          forget: fromPromise(async ({ input: { id } }) => (await account()).forgetDevice(id)),
          signOut: fromPromise(({ input: { all } }) => {
            onLeave();
            return signOut(all);
          }),
        },
      }),
    [account, signOut, onLeave],
  );
  return useMachine(machine);
}
