import { LogOut } from 'lucide-react';
import { useCallback } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { useLeaveWarning } from '../../feed/use-leave-warning.ts';
import type { Leaving } from '../../machines/devices.machine.ts';
import { DeviceList } from './device-list.tsx';
import { deviceWords } from './device-words.ts';
import { FailedList } from './failed-list.tsx';
import { RowSkeleton } from './setting-row.tsx';
import { Section } from './section.tsx';
import { useDevices } from './use-devices.ts';

/** @param onLeave hears that this browser signs out by choice; keeps its identity */
export function DevicesSection({ onLeave }: { onLeave: () => void }) {
  const [state, send] = useDevices(onLeave);
  const { devices, leaving, error } = state.context;
  const leaveWarning = useLeaveWarning();
  const isUnknown = state.hasTag('unknown');
  const retry = useCallback(() => send({ type: 'RETRY' }), [send]);
  return (
    <Section
      title="Devices"
      lead="Where you have signed in. Sign out what you do not know, or no longer have."
    >
      {isUnknown && <FailedList error={error} onRetry={retry} />}
      {state.hasTag('loading') && devices === null && <RowSkeleton />}
      {!isUnknown && devices && (
        <DeviceList
          devices={devices}
          onChoose={(device) => send({ type: 'CHOOSE', leaving: { kind: 'device', device } })}
        />
      )}
      <div>
        <Button variant="line" onClick={() => send({ type: 'CHOOSE', leaving: { kind: 'everywhere' } })}>
          <Icon of={LogOut} size="small" />
          Sign out everywhere
        </Button>
      </div>
      <ConfirmDialog
        title={titleOf(leaving)}
        open={state.hasTag('asking')}
        confirm={leaving.kind === 'everywhere' ? 'Sign out everywhere' : 'Sign out'}
        busy={state.hasTag('busy')}
        error={error}
        onConfirm={() => send({ type: 'LEAVE' })}
        onClose={() => send({ type: 'KEEP' })}
      >
        <p>{consequenceOf(leaving)}</p>
        {endsHere(leaving) && <p>{leaveWarning()}</p>}
      </ConfirmDialog>
    </Section>
  );
}

const endsHere = (leaving: Leaving) => leaving.kind === 'everywhere' || leaving.device.isThis;

function titleOf(leaving: Leaving): string {
  if (leaving.kind === 'everywhere') return 'Sign out everywhere?';
  return leaving.device.isThis ? 'Sign out here?' : `Sign out ${deviceWords(leaving.device.name).title}?`;
}

function consequenceOf(leaving: Leaving): string {
  if (leaving.kind === 'everywhere') return 'Every session of yours ends, this one included.';
  return leaving.device.isThis
    ? 'This is the device that you are using.'
    : 'Its session ends, and it has to sign in again.';
}
