import { ConnectionStatus } from '../../app/connection-status.tsx';
import { useFrame } from '../../app/use-frame.tsx';
import { WideFrame } from '../../frame/app-frame.tsx';
import { HeaderStatus } from '../../frame/header-status.ts';
import { Machines } from './machines.tsx';

/** The route `/machines`: the page in a frame of full width. */
export function MachinesShell() {
  const { nav, foot } = useFrame();
  return (
    <WideFrame nav={nav} foot={foot}>
      <HeaderStatus value={<ConnectionStatus />}>
        <Machines />
      </HeaderStatus>
    </WideFrame>
  );
}
