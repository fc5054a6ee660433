import { clsx } from 'clsx';
import css from './actors-pane.css?inline';
import type { Actors, ActorView, MachineView, WorkView } from './reduce-actors.ts';
import { useStyleSheet } from './chart/use-style-sheet.ts';
import { formatActorStatus } from './format-entry.ts';

interface Props {
  actors: Actors;
  /** The name of the tab that this page is in, as far as it is known. */
  ownTab: string | null;
  chosen: string | null;
  onChoose: (actor: MachineView) => void;
}

/** Everything at work, tab by tab: machines, and below each the work that it has started. */
export function ActorsPane({ actors, ownTab, chosen, onChoose }: Props) {
  useStyleSheet(css);
  const alive = [...actors.values()].filter(({ ended }) => ended === null);
  const tabs = [...new Set(alive.map(({ tab }) => tab))].sort((one) => (one === ownTab ? -1 : 1));
  if (tabs.length === 0) return <p className="mx-none">No tab has told of its machines yet.</p>;
  return tabs.map((tab, index) => (
    <section key={tab} aria-label={tabTitle(tab, ownTab, index)}>
      <h2>{tabTitle(tab, ownTab, index)}</h2>
      <ul>
        {groupByMachine(alive, tab).map((group) => (
          <Group key={group.machine} {...group} {...{ alive, chosen, onChoose }} />
        ))}
      </ul>
    </section>
  ));
}

/** More of one kind than these share a row that opens. */
const MAX_UNGROUPED = 3;

interface GroupProps {
  machine: string;
  members: readonly MachineView[];
  alive: readonly ActorView[];
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
          <Dot of={null} />
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
  alive,
  chosen,
  onChoose,
}: Omit<GroupProps, 'machine' | 'members'> & { actor: MachineView }) {
  const works = alive.filter((one): one is WorkView => one.kind === 'work' && one.parent === actor.key);
  return (
    <li>
      <button
        type="button"
        className="actor"
        aria-current={actor.key === chosen ? 'true' : undefined}
        onClick={() => onChoose(actor)}
      >
        <Dot of={actor} />
        <span>
          <b>{actor.machine}</b>
          <span>{formatActorStatus(actor)}</span>
        </span>
      </button>
      {works.length > 0 && (
        <ul className="works">
          {works.map(({ key, source }) => (
            <li key={key}>{source} is at work</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Whether something of it is under way, waits for a moment, or rests. */
function Dot({ of: actor }: { of: MachineView | null }) {
  return <i className={clsx('dot', actor && (actor.timers.length > 0 ? 'em' : 'ok'))} aria-hidden="true" />;
}

function groupByMachine(alive: readonly ActorView[], tab: string) {
  const groups = new Map<string, MachineView[]>();
  for (const actor of alive) {
    if (actor.kind !== 'machine' || actor.tab !== tab) continue;
    const known = groups.get(actor.machine);
    if (known) known.push(actor);
    else groups.set(actor.machine, [actor]);
  }
  return [...groups].map(([machine, members]) => ({ machine, members }));
}

function tabTitle(tab: string, ownTab: string | null, index: number): string {
  if (tab === ownTab) return 'This tab';
  return ownTab === null ? `Tab ${index + 1}` : `Another tab, ${index}`;
}
