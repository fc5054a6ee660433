import { serverMachines } from '@cruddur/shared';
import { useCallback, useState, useSyncExternalStore, type DragEvent } from 'react';
import { charts } from 'virtual:charts';
import { PageHeader } from '../../components/page-header.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { ownTab } from '../../inspect/reporter.ts';
import type { DrawnChart } from '../../charts/layout.ts';
import type { TraceEntry } from '../../inspect/trace.ts';
import { catalogue } from '../../machines/catalogue.ts';
import { ActorsPane } from './actors-pane.tsx';
import { keyOf, type Actors, type MachineView } from './actors-at.ts';
import { ChartPane } from './chart-pane.tsx';
import { EventLog } from './event-log.tsx';
import { ExportMenu } from './export-menu.tsx';
import { NO_FILTER } from './filter-log.ts';
import { OpenTrace } from './open-trace.tsx';
import type { Recorded } from './record.ts';
import { Scrubber } from './scrubber.tsx';
import { Segments } from './segments.tsx';
import { TextTwin } from './text-twin.tsx';
import { TryView } from './try/try-view.tsx';
import { useChosen, type View } from './use-chosen.ts';
import { useMarks } from './use-marks.ts';
import { useOpened } from './use-opened.ts';
import { useActorsAt, useRecord } from './use-record.ts';
import { ServerPane } from './server/server-pane.tsx';
import { reportOf, useServer } from './server/use-server.ts';
import { useSandbox } from './try/use-sandbox.ts';
import { useSheet } from './chart/use-sheet.ts';
import css from './machines.css?inline';

const VIEW_LABELS: readonly { value: View; label: string }[] = [
  { value: 'chart', label: 'Chart' },
  { value: 'try', label: 'Try' },
  { value: 'text', label: 'Text' },
];

/** The product's own statecharts at work, in all tabs of this browser. */
export function Machines() {
  useTitle('Machines');
  useSheet(css);
  const [first] = charts;
  return first && <Page first={first} />;
}

function Page({ first }: { first: DrawnChart }) {
  const [chosen, choose] = useChosen(first.chart.machine);
  const { opened, open, close } = useOpened();
  const live = useRecord(opened === null);
  const server = useServer();
  const sandbox = useSandbox(chosen);
  const tried = useSyncExternalStore(
    sandbox?.sandbox.record.subscribe ?? never,
    sandbox?.sandbox.record.getSnapshot ?? nothing,
  );
  const shown: Recorded = sandbox ? tried : (opened?.recorded ?? live);
  const [place, setPlace] = useState<number | null>(null);
  const [filter, setFilter] = useState(NO_FILTER);
  const [held, setHeld] = useState<readonly TraceEntry[] | null>(null);
  const actors = useActorsAt(shown, place);
  const actor = actorOf(actors, chosen);
  const drawn = charts.find(({ chart }) => chart.machine === chosen.machine) ?? first;
  const marks = useMarks(drawn.chart, {
    ...{ actor, entries: shown.entries, place },
    report: reportOf(server, drawn.chart.machine),
  });
  const chooseActor = useCallback(
    ({ machine, key }: MachineView) => choose({ machine, actor: key, state: null }),
    [choose],
  );

  function stepTo(entry: TraceEntry): void {
    const index = shown.entries.indexOf(entry);
    if (index >= 0) setPlace(index + 1);
    const found = shown.actors.get(keyOf({ tab: entry.tab, actor: entry.actor.split('/')[0] ?? '' }));
    if (found?.kind === 'machine' && !sandbox) chooseActor(found);
  }

  function show(view: View): void {
    setPlace(null);
    choose({ view });
  }

  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop(event: DragEvent) {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) void open(file);
    },
  };

  const { chart } = drawn;
  const about = aboutOf(chart.machine);
  const at = place === null ? null : (shown.entries[place - 1] ?? null);
  return (
    <div className="mx" {...drop}>
      <PageHeader
        title="Machines"
        sub={headline(live.actors, opened?.name ?? null)}
        end={
          <>
            <Segments label="View" options={VIEW_LABELS} value={chosen.view} onChange={show} />
            <OpenTrace opened={opened} onOpen={(file) => void open(file)} onClose={close} />
            <ExportMenu drawn={drawn} isDrawn={chosen.view !== 'text'} entries={shown.entries} />
          </>
        }
      />
      <div className="actors">
        {opened?.verdict && (
          <p className="mx-verdict" role="status">
            {opened.verdict}
          </p>
        )}
        <ActorsPane
          actors={sandbox ? live.actors : actors}
          ownTab={ownTab}
          chosen={actor?.key ?? null}
          onChoose={chooseActor}
        />
        <ServerPane
          view={server}
          chosen={chart.machine}
          onChoose={(machine) => choose({ machine, actor: null, state: null })}
        />
        <h2>All machines</h2>
        <ul>
          {catalogue.map(({ machine: { id: machine } }) => (
            <li key={machine}>
              <button
                type="button"
                className="actor plain"
                aria-current={machine === chart.machine ? 'true' : undefined}
                onClick={() => choose({ machine, actor: null, state: null })}
              >
                {machine}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className="canvas">
        {chosen.view === 'text' ? (
          <TextTwin chart={chart} about={about} actor={actor} marks={marks} />
        ) : (
          <ChartPane
            key={chart.machine}
            drawn={drawn}
            about={about}
            actor={actor}
            marks={marks}
            chosen={chosen.state}
            onChoose={(state) => choose({ state })}
            now={sandbox?.sandbox.now ?? Date.now}
            beside={chosen.view === 'try' && <TryView use={sandbox} machine={chart.machine} />}
          />
        )}
      </div>
      <EventLog
        entries={held ?? shown.entries}
        filter={filter}
        onFilter={setFilter}
        at={at}
        isPaused={held !== null}
        onPause={(paused) => setHeld(paused ? shown.entries : null)}
        onChoose={stepTo}
      />
      <Scrubber
        entries={shown.entries}
        place={place}
        onPlace={setPlace}
        lanes={lanesOf(shown, chart.machine)}
      />
    </div>
  );
}

/** What a machine is for, in a sentence. */
function aboutOf(id: string): string {
  const ours = catalogue.find(({ machine }) => machine.id === id);
  return ours?.about ?? Object.values(serverMachines).find((table) => table.id === id)?.description ?? '';
}

const never = () => () => undefined;
const NOTHING: Recorded = { entries: [], actors: new Map() };
const nothing = () => NOTHING;

/** The one that is asked for, else one of its machine that is at work, the newest first. */
function actorOf(
  actors: Actors,
  { actor, machine }: { actor: string | null; machine: string },
): MachineView | null {
  const asked = actor === null ? undefined : actors.get(actor);
  if (asked?.kind === 'machine' && asked.machine === machine) return asked;
  const others = [...actors.values()].filter(
    (one): one is MachineView => one.kind === 'machine' && one.machine === machine,
  );
  return others.findLast(({ ended }) => ended === null) ?? others.at(-1) ?? null;
}

/** The chosen machine, and those that have the most to tell. */
function lanesOf({ entries }: Recorded, chosen: string): string[] {
  const counts = new Map<string, number>();
  for (const entry of entries)
    if (entry.kind === 'event') counts.set(entry.machine, (counts.get(entry.machine) ?? 0) + 1);
  const busiest = [...counts].sort(([, one], [, other]) => other - one).map(([machine]) => machine);
  return [chosen, ...busiest.filter((machine) => machine !== chosen)];
}

function headline(actors: Actors, file: string | null): string {
  if (file !== null) return `Replaying ${file}`;
  const machines = [...actors.values()].filter(({ kind, ended }) => kind === 'machine' && ended === null);
  const leads = machines.some(
    (one) =>
      one.kind === 'machine' && one.tab === ownTab && one.states.some((state) => state.endsWith('leading')),
  );
  return `Live, ${machines.length === 1 ? '1 actor' : `${machines.length} actors`}${leads ? ', this tab leads' : ''}`;
}
