import { ConnectionStatus } from '../../app/connection-status.tsx';
import { useFrame } from '../../app/use-frame.tsx';
import { WideFrame } from '../../frame/app-frame.tsx';
import { Machines } from './machines.tsx';

/** The route `/machines`: the page in a frame of full width. */
export function MachinesShell() {
  const { nav, foot } = useFrame();
  return (
    <WideFrame nav={nav} foot={foot}>
      <ConnectionStatus />
      <Machines />
    </WideFrame>
  );
}
