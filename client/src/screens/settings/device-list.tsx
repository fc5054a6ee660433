import { Monitor, Smartphone } from 'lucide-react';
import { Age } from '../../clock/age.tsx';
import { FullDate } from '../../clock/dated-text.tsx';
import { Button } from '../../ui/button.tsx';
import type { Device } from '../../machines/account.ts';
import { describeDevice } from './describe-device.ts';
import { SettingRow } from './setting-list.tsx';

type Props = { devices: readonly Device[]; onChoose: (device: Device) => void };

/** The devices of an account, in the given order. */
export function DeviceList({ devices, onChoose }: Props) {
  if (devices.length === 0) return <p className="none">No remembered devices, not even this one.</p>;
  return (
    <ul className="setting-rows" aria-label="Your devices">
      {devices.map((device) => {
        const { title, isHandheld } = describeDevice(device.name);
        return (
          <SettingRow
            key={device.id}
            icon={isHandheld ? Smartphone : Monitor}
            title={title}
            {...(device.isThis && { badge: 'This device' })}
            detail={<LastSignIn at={device.seenAt} />}
          >
            <Button variant="outline" small onClick={() => onChoose(device)}>
              Sign out
            </Button>
          </SettingRow>
        );
      })}
    </ul>
  );
}

function LastSignIn({ at }: { at: string | null }) {
  if (at === null) return 'Signed in some time ago';
  return (
    <>
      Signed in <Age at={at} ago />, <FullDate of={at} />
    </>
  );
}
