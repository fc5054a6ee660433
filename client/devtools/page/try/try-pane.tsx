import { useLayoutEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react';
import type { AnyEventObject } from 'xstate';
import { Button } from '../../../src/base/ui/button.tsx';
import { formatTimeSince } from '../format-entry.ts';
import { ClockLens } from './clock-lens.tsx';
import { PayloadForm } from './payload-form.tsx';
import type { Sandbox } from './sandbox.ts';
import type { SandboxUse } from './use-sandbox.ts';
import './try.css';

interface Props {
  machine: string;
  /** Null for a server machine, which has no sandbox. */
  sandboxUse: SandboxUse | null;
}

/** The controls of the sandbox, and of the sample feed for the expiry machine. */
export function TryPane({ machine, sandboxUse }: Props) {
  return (
    <div className="try-pane">
      {sandboxUse ? (
        <SandboxControls {...sandboxUse} />
      ) : (
        <p className="machines-empty">This machine runs on the server, so there is no copy to try.</p>
      )}
      {machine === 'expiry' && <ClockLens />}
    </div>
  );
}

const STEPS = [
  { label: '1 s', ms: 1000 },
  { label: '1 min', ms: 60_000 },
  { label: '1 h', ms: 3_600_000 },
  { label: '1 day', ms: 86_400_000 },
];

/** Ends the sandbox's invoked actors, sends events to it and advances its clock. */
function SandboxControls({ sandbox, samples, onRestart }: SandboxUse) {
  // Every change of a sandbox is in its recording.
  const { actors, entries } = useSyncExternalStore(sandbox.record.subscribe, sandbox.record.getSnapshot);
  const time = useSyncExternalStore(sandbox.time.subscribe, sandbox.time.getSnapshot);
  const keptFocus = useKeptFocus();
  const acceptedEvents = sandbox.listAcceptedEvents();
  const acceptedSamples = Object.entries(samples.events).filter(([, { type }]) =>
    acceptedEvents.includes(type),
  );
  const machine = [...actors.values()].find(({ kind }) => kind === 'machine');
  const timers = machine?.kind === 'machine' ? machine.timers : [];
  const next = timers.toSorted((one, other) => one.ends - other.ends)[0];
  return (
    <section className="try" aria-label="Try it" {...keptFocus}>
      <p className="try-note">
        This is a copy. Nothing you do here affects your session, the server or other people.
      </p>
      {sandbox.listInvokedActors().map((name) => (
        <div key={name}>
          <h2>{name} is running. Choose its result:</h2>
          <ul className="try-options">
            {Object.entries(samples.outcomes[name] ?? {}).map(([label, outcome]) => (
              <li key={label}>
                <Button small variant="outline" onClick={() => void sandbox.finishActor(name, outcome)}>
                  {label}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <h2>Send an event</h2>
      {acceptedSamples.length === 0 && <p className="machines-empty">It accepts no events in this state.</p>}
      <ul>
        {acceptedSamples.map(([name, event]) => (
          <EventButton key={name} name={name} event={event} sandbox={sandbox} />
        ))}
      </ul>
      <h2>Advance the clock</h2>
      <p className="try-clock">Its clock shows {formatTimeSince(entries[0]?.at ?? time, time)}.</p>
      <ul className="try-options">
        {next && (
          <li>
            <Button small onClick={() => sandbox.advanceClock(Math.max(next.ends - time, 0))}>
              Until {next.delay.replace('after ', '')}
            </Button>
          </li>
        )}
        {STEPS.map(({ label, ms }) => (
          <li key={label}>
            <Button small variant="outline" onClick={() => sandbox.advanceClock(ms)}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
      <Button small variant="quiet" onClick={onRestart}>
        Reset
      </Button>
    </section>
  );
}

/** For an element that takes focus when the focused control in it is removed, as a pressed one may be. */
function useKeptFocus() {
  const ref = useRef<HTMLElement>(null);
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (focused.current?.isConnected !== false || document.activeElement !== document.body) return;
    focused.current = null;
    ref.current?.focus({ preventScroll: true });
  });
  const onFocus = ({ target }: FocusEvent) => {
    focused.current = target;
  };
  return { ref, onFocus, tabIndex: -1 };
}

interface EventButtonProps {
  name: string;
  event: AnyEventObject;
  sandbox: Sandbox;
}

function EventButton({ name, event, sandbox }: EventButtonProps) {
  const [changed, setChanged] = useState(event);
  const isAccepted = sandbox.canHandle(changed);
  return (
    <li className="try-event">
      <Button small variant={isAccepted ? 'outline' : 'quiet'} onClick={() => sandbox.send(changed)}>
        {name}
      </Button>
      <span className="try-event-type">
        {isAccepted ? event.type : `${event.type}, ignored in this state`}
      </span>
      <PayloadForm event={changed} onChange={setChanged} />
    </li>
  );
}
