import { WideFrame } from '../components/wide-frame.tsx';
import { Machines } from '../screens/machines/machines.tsx';
import { LineState } from './line-state.tsx';
import { useFrame } from './use-frame.tsx';

/** The page of the machines, which takes all the width there is. */
export function MachinesShell() {
  const { nav, foot } = useFrame();
  return (
    <WideFrame nav={nav} foot={foot}>
      <LineState />
      <Machines />
    </WideFrame>
  );
}
