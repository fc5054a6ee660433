import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { LaneDrawing } from '../lanes/lane-drawing.tsx';
import { ARROW_KINDS } from '../lanes/lane-entry.ts';
import { LaneEvents } from '../lanes/lane-events.tsx';
import { TimeBar } from '../lanes/time-bar.tsx';
import { CheckerReport } from './checker-report.tsx';
import { InterventionBar } from './intervention-bar.tsx';
import { findBroken } from './find-broken.ts';
import { ScheduleBar } from './schedule-bar.tsx';
import { createSimulation } from './simulation.ts';
import { SPEEDS, useSimulationAddress, type SimulationAddress } from './use-simulation-address.ts';
import '../lanes/lanes-page.css';
import './simulate.css';

/** The view `Simulate`: one schedule of the simulation, run in a worker and drawn as lanes. */
export function SimulatePage() {
  const [address, choose] = useSimulationAddress();
  const [attempt, setAttempt] = useState(0);
  const { seed, sabotage, only } = address;
  return (
    <Schedule
      key={`${seed} ${sabotage} ${only} ${attempt}`}
      address={address}
      onChoose={choose}
      onRestart={() => setAttempt(attempt + 1)}
    />
  );
}

interface Props {
  address: SimulationAddress;
  onChoose: (changes: Partial<SimulationAddress>) => void;
  /** Begins the same schedule anew. */
  onRestart: () => void;
}

const LEGEND = [...ARROW_KINDS, 'lost'] as const;
const speedOf = (name: string) => SPEEDS.find(({ value }) => value === name)?.speed ?? null;
const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function Schedule({ address, onChoose, onRestart }: Props) {
  const { seed, sabotage, only, speed } = address;
  const [initialSpeed] = useState(speed);
  const simulation = useMemo(() => {
    // At full speed nothing moves for long.
    const begins = prefersStillness() && initialSpeed !== 'full' ? null : { speed: speedOf(initialSpeed) };
    return createSimulation({ seed, sabotage, only, begins });
  }, [seed, sabotage, only, initialSpeed]);
  const { history, phase, active, verdict, failure } = useSyncExternalStore(
    simulation.subscribe,
    simulation.getSnapshot,
  );
  /** The number of entries before the chosen position; null follows the schedule. */
  const [position, setPosition] = useState<number | null>(null);
  const lanes = useRef<HTMLDivElement>(null);
  const { entries } = history;
  const isOver = phase === 'ended' || phase === 'failed';
  const moveTo = (to: number | null) => setPosition(to !== null && to >= entries.length ? null : to);

  /** The lanes may be above the screen of a phone. */
  function show(index: number): void {
    moveTo(index);
    lanes.current?.scrollIntoView({ block: 'nearest' });
  }

  function run(): void {
    setPosition(null);
    simulation.run(speedOf(speed));
  }

  function chooseSpeed(next: SimulationAddress['speed']): void {
    onChoose({ speed: next });
    if (phase === 'running') simulation.run(speedOf(next));
  }

  return (
    <div className="lanes-page">
      <div className="sim-controls">
        <ScheduleBar
          address={address}
          onChoose={onChoose}
          onSpeed={chooseSpeed}
          onRestart={onRestart}
          isBegun={entries.length > 0}
        />
        <InterventionBar
          history={history}
          active={active}
          isOver={verdict !== null || failure !== null}
          onIntervene={simulation.intervene}
        />
      </div>
      <div className="ln-middle" ref={lanes}>
        <LaneDrawing history={history} position={position} onMove={moveTo} legend={LEGEND} />
      </div>
      <TimeBar
        history={history}
        label="Virtual time"
        position={position}
        atEnd={phase}
        toggle={{
          label: phase === 'running' ? 'Pause' : 'Run',
          isRunning: phase === 'running',
          isDisabled: isOver,
          onPress: phase === 'running' ? simulation.pause : run,
        }}
        onMove={moveTo}
        onStep={phase === 'paused' ? simulation.step : null}
      />
      <div className="ln-side">
        <CheckerReport
          verdict={verdict}
          failure={failure}
          sabotage={sabotage}
          findEntry={(broken) => findBroken(entries, broken)}
          onShow={show}
        />
        <LaneEvents entries={entries} position={position} onMove={moveTo} />
      </div>
    </div>
  );
}
