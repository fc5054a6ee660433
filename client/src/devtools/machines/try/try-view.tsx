import { useStyleSheet } from '../chart/use-style-sheet.ts';
import { ClockLens } from './clock-lens.tsx';
import css from './try.css?inline';
import { TryPane } from './try-pane.tsx';
import type { SandboxUse } from './use-sandbox.ts';

interface Props {
  machine: string;
  /** Null for a machine of the server, which is only counted here. */
  sandboxUse: SandboxUse | null;
}

/** What can be done with the copy, and for the machine of burning the feed that it burns. */
export function TryView({ machine, sandboxUse }: Props) {
  useStyleSheet(css);
  return (
    <div className="try-view">
      {sandboxUse ? (
        <TryPane {...sandboxUse} />
      ) : (
        <p className="mx-none">It runs at the server: there is no copy to try.</p>
      )}
      {machine === 'expiry' && <ClockLens />}
    </div>
  );
}
