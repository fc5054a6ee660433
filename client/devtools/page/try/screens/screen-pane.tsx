import { LazyComponent } from '../../../../src/base/lazy/lazy-component.tsx';
import type { SandboxUse } from '../use-sandbox.ts';
import { machineScreens } from './machine-screens.ts';
import './screen-pane.css';

/** The product's screen for the machine of a sandbox; nothing for a machine without one. */
export function ScreenPane({ machine, sandbox }: Pick<SandboxUse, 'machine' | 'sandbox'>) {
  const component = machineScreens[machine];
  if (!component) return null;
  return (
    <div className="screen-pane">
      <LazyComponent key={sandbox.id} component={component} componentProps={{ sandbox }} />
    </div>
  );
}
