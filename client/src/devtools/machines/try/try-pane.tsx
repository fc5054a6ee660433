import { useState, useSyncExternalStore } from 'react';
import type { AnyEventObject } from 'xstate';
import { Button } from '../../../ui/button.tsx';
import type { MachineSamples } from '../../../machines/samples/machine-samples.ts';
import { formatTime } from '../format-entry.ts';
import { PayloadForm } from './payload-form.tsx';
import type { Sandbox } from './sandbox.ts';

interface Props {
  sandbox: Sandbox;
  samples: MachineSamples;
  onRestart: () => void;
}

const STEPS = [
  { label: '1 s', ms: 1000 },
  { label: '1 min', ms: 60_000 },
  { label: '1 h', ms: 3_600_000 },
  { label: '1 day', ms: 86_400_000 },
];

/** What can be done to a sandboxed copy: say something to it, decide how its work ends, let time pass. */
export function TryPane({ sandbox, samples, onRestart }: Props) {
  // Whatever changes in a sandbox is in its record.
  const { actors } = useSyncExternalStore(sandbox.record.subscribe, sandbox.record.getSnapshot);
  const acceptedEvents = sandbox.listAcceptedEvents();
  const acceptedSamples = Object.entries(samples.events).filter(([, { type }]) =>
    acceptedEvents.includes(type),
  );
  const machine = [...actors.values()].find(({ kind }) => kind === 'machine');
  const timers = machine?.kind === 'machine' ? machine.timers : [];
  const next = timers.toSorted((one, other) => one.ends - other.ends)[0];
  return (
    <section className="try" aria-label="Try it">
      <p className="try-note">
        A copy. Nothing that you do here reaches your session, the server or anybody.
      </p>
      <h3>Say something</h3>
      {acceptedSamples.length === 0 && <p className="mx-none">It hears nothing in this state.</p>}
      <ul>
        {acceptedSamples.map(([name, event]) => (
          <EventButton key={name} name={name} event={event} sandbox={sandbox} />
        ))}
      </ul>
      {sandbox.listRunningWork().map((work) => (
        <div key={work}>
          <h3>{work} is at work: how does it end?</h3>
          <ul className="try-ends">
            {Object.entries(samples.outcomes[work] ?? {}).map(([name, outcome]) => (
              <li key={name}>
                <Button small variant="outline" onClick={() => void sandbox.finishWork(work, outcome)}>
                  {name}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <h3>Let time pass</h3>
      <p className="try-clock">Its clock says {formatTime(sandbox.now())}.</p>
      <ul className="try-ends">
        {next && (
          <li>
            <Button small onClick={() => sandbox.advanceClock(Math.max(next.ends - sandbox.now(), 0))}>
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
      <Button variant="quiet" onClick={onRestart}>
        Begin again
      </Button>
    </section>
  );
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
    <li className="saying">
      <Button small variant={isAccepted ? 'outline' : 'quiet'} onClick={() => sandbox.send(changed)}>
        {name}
      </Button>
      <span className="saying-type">
        {event.type}
        {!isAccepted && ', which changes nothing now'}
      </span>
      <PayloadForm event={changed} onChange={setChanged} />
    </li>
  );
}
