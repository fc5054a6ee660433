import { LazyComponent } from '../../../../lazy/lazy-component.tsx';
import { useStyleSheet } from '../../chart/use-style-sheet.ts';
import type { SandboxUse } from '../use-sandbox.ts';
import { machineScreens } from './machine-screens.ts';
import css from './screen-pane.css?inline';

/** The product's screen for the machine of a sandbox; nothing for a machine without one. */
export function ScreenPane({ machine, sandbox }: Pick<SandboxUse, 'machine' | 'sandbox'>) {
  useStyleSheet(css);
  const component = machineScreens[machine];
  if (!component) return null;
  return (
    <div className="screen-pane">
      <LazyComponent key={sandbox.id} component={component} componentProps={{ sandbox }} />
    </div>
  );
}
