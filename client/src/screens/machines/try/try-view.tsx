import { ClockLens } from './clock-lens.tsx';
import { TryPane } from './try-pane.tsx';
import type { SandboxUse } from './use-sandbox.ts';

/** What can be done with the copy, and for the machine of burning the feed that it burns. */
export function TryView({ machine, ...use }: SandboxUse & { machine: string }) {
  return (
    <div className="try-view">
      <TryPane {...use} />
      {machine === 'expiry' && <ClockLens />}
    </div>
  );
}
