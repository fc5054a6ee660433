import { useFrame, ConnectionStatus } from '../../src/app/use-frame.tsx';
import { WideFrame } from '../../src/app/frame/app-frame.tsx';
import { HeaderStatus } from '../../src/base/ui/page-header.tsx';
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
