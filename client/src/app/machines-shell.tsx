import { WideFrame } from '../frame/app-frame.tsx';
import { Machines } from '../devtools/machines/machines.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { useFrame } from './use-frame.tsx';

/** The page of the machines, which takes all the width there is. */
export function MachinesShell() {
  const { nav, foot } = useFrame();
  return (
    <WideFrame nav={nav} foot={foot}>
      <ConnectionStatus />
      <Machines />
    </WideFrame>
  );
}
