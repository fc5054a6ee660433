import { clsx } from 'clsx';
import type { Actors, ActorView, MachineView, WorkView } from './reduce-actors.ts';
import { formatActorStatus } from './format-entry.ts';
import './actors-pane.css';

interface Props {
  actors: Actors;
  /** The id of this page's tab; null when it is unknown. */
  ownTab: string | null;
  chosen: string | null;
  onChoose: (actor: MachineView) => void;
}

/** The running machines by tab, each with the actors that it has invoked. */
export function ActorsPane({ actors, ownTab, chosen, onChoose }: Props) {
  const running = listRunning(actors);
  const tabs = listRunningTabs(actors, ownTab);
  if (tabs.length === 0)
    return (
      <p className="machines-empty">No tab has reported its machines yet. Try and Simulate need none.</p>
    );
  return tabs.map(({ tab, title, machines }) => (
    <section key={tab} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {groupByMachine(machines).map((group) => (
          <Group
            key={group.machine}
            machine={group.machine}
            members={group.members}
            running={running}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </section>
  ));
}

const listRunning = (actors: Actors): ActorView[] =>
  [...actors.values()].filter(({ ended }) => ended === null);

/** The tabs with running machines, this page's first. @param ownTab the id of this page's tab; null when it is unknown */
export function listRunningTabs(actors: Actors, ownTab: string | null) {
  const running = listRunning(actors);
  const tabs = new Set(running.map(({ tab }) => tab));
  const others = [...tabs].filter((tab) => tab !== ownTab);
  const listed = ownTab !== null && tabs.has(ownTab) ? [ownTab, ...others] : others;
  return listed.map((tab) => ({
    tab,
    title: tabTitle(tab, ownTab, others.indexOf(tab) + 1),
    machines: running.filter((actor): actor is MachineView => actor.kind === 'machine' && actor.tab === tab),
  }));
}

/** More actors of one machine share a row that expands. */
const MAX_UNGROUPED = 3;

interface GroupProps {
  machine: string;
  members: readonly MachineView[];
  running: readonly ActorView[];
  chosen: string | null;
  onChoose: (actor: MachineView) => void;
}

function Group({ machine, members, ...rest }: GroupProps) {
  const rows = members.map((actor) => <Row key={actor.key} actor={actor} {...rest} />);
  if (members.length <= MAX_UNGROUPED) return rows;
  const isOpen = members.some(({ key }) => key === rest.chosen);
  return (
    <li>
      <details open={isOpen || undefined}>
        <summary className="actor">
          <StatusDot actors={members} />
          <span>
            <b>{machine}</b>
            <span>{members.length} actors</span>
          </span>
        </summary>
        <ul>{rows}</ul>
      </details>
    </li>
  );
}

function Row({
  actor,
  running,
  chosen,
  onChoose,
}: Omit<GroupProps, 'machine' | 'members'> & { actor: MachineView }) {
  const invoked = running.filter(
    (other): other is WorkView => other.kind === 'work' && other.parent === actor.key,
  );
  return (
    <li>
      <button
        type="button"
        className="actor"
        aria-current={actor.key === chosen ? 'true' : undefined}
        onClick={() => onChoose(actor)}
      >
        <StatusDot actors={[actor]} />
        <span>
          <b>{actor.machine}</b>
          <span>{formatActorStatus(actor)}</span>
        </span>
      </button>
      {invoked.length > 0 && (
        <ul className="invoked">
          {invoked.map(({ key, source }) => (
            <li key={key}>{source}: running</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Emphasised while a timer of one of the actors runs. */
function StatusDot({ actors }: { actors: readonly MachineView[] }) {
  const isTimed = actors.some(({ timers }) => timers.length > 0);
  return <i className={clsx('dot', isTimed ? 'em' : 'ok')} aria-hidden="true" />;
}

/** What the dots of actors and server machines mean. */
export function DotLegend() {
  return (
    <ul className="dot-legend" aria-label="Legend">
      <li>
        <i className="dot ok" aria-hidden="true" /> Running
      </li>
      <li>
        <i className="dot em" aria-hidden="true" /> Timer running
      </li>
      <li>
        <i className="dot" aria-hidden="true" /> No recent report
      </li>
    </ul>
  );
}

function groupByMachine(machines: readonly MachineView[]) {
  const groups = new Map<string, MachineView[]>();
  for (const actor of machines) {
    const members = groups.get(actor.machine);
    if (members) members.push(actor);
    else groups.set(actor.machine, [actor]);
  }
  return [...groups].map(([machine, members]) => ({ machine, members }));
}

function tabTitle(tab: string, ownTab: string | null, number: number): string {
  if (tab === ownTab) return 'This tab';
  return ownTab === null ? `Tab ${number}` : `Another tab, ${number}`;
}
