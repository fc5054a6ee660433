import { LogOut } from 'lucide-react';
import { useCallback } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import type { Leaving } from '../../machines/devices.machine.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
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
        {...questionOf(leaving)}
        open={state.hasTag('asking')}
        confirm={leaving.kind === 'everywhere' ? 'Sign out everywhere' : 'Sign out'}
        busy={state.hasTag('busy')}
        error={error}
        onConfirm={() => send({ type: 'LEAVE' })}
        onClose={() => send({ type: 'KEEP' })}
      />
    </Section>
  );
}

function questionOf(leaving: Leaving): { title: string; children: string } {
  if (leaving.kind === 'everywhere') {
    return { title: 'Sign out everywhere?', children: 'Every session of yours ends, this one included.' };
  }
  const { device } = leaving;
  const { title } = deviceWords(device.name);
  return device.isThis
    ? { title: 'Sign out here?', children: 'This is the device that you are using.' }
    : { title: `Sign out ${title}?`, children: 'Its session ends, and it has to sign in again.' };
}
