import { serverMachines } from '@cruddur/shared';
import { clsx } from 'clsx';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { charts } from 'virtual:charts';
import { PageHeader } from '../../src/base/ui/page-header.tsx';
import { useSession } from '../../src/base/session/session-react.tsx';
import { useTitle } from '../../src/sync/me/use-title.ts';
import { machineCatalogue } from '../machine-catalogue.ts';
import { ownTab } from '../inspect/reporter.ts';
import type { DrawnChart } from '../charts/layout.ts';
import type { TraceEntry } from '../inspect/trace.ts';
import { ActorPicker } from './actor-picker.tsx';
import { ActorsPane, DotLegend } from './actors-pane.tsx';
import { selectActor, actorKey, type MachineView } from './reduce-actors.ts';
import { ChartPane } from './chart-pane.tsx';
import { EventLog } from './event-log.tsx';
import { ExportMenu } from './export-menu.tsx';
import { formatHeadline } from './format-entry.ts';
import { MachineList } from './machine-list.tsx';
import { OpenTrace } from './open-trace.tsx';
import { Scrubber } from './scrubber.tsx';
import { Segments } from './segments.tsx';
import { TextChart } from './text-chart.tsx';
import { hasScreen } from './try/screens/machine-screens.ts';
import { ScreenPane } from './try/screens/screen-pane.tsx';
import { StateList } from './try/state-list.tsx';
import { TryPane } from './try/try-pane.tsx';
import { selectMachine, usePageSelection, type PageSelection, type View } from './use-page-selection.ts';
import { useChartCoverage } from './use-chart-coverage.ts';
import { useFileDrop, useOpenedTrace } from './use-opened-trace.ts';
import { useActorsAt, useMachineRecord } from './use-machine-record.ts';
import { useSelectionInView } from './use-selection-in-view.ts';
import { useShownRecord } from './use-shown-record.ts';
import { ServerPane } from './server/server-pane.tsx';
import { findReport, useServerMachines } from './server/use-server-machines.ts';
import { useSandbox } from './try/use-sandbox.ts';
import { useToasts } from '../../src/base/ui/toasts.tsx';
import './machines.css';

const VIEW_LABELS: readonly { value: View; label: string }[] = [
  { value: 'chart', label: 'Chart' },
  { value: 'try', label: 'Try' },
  { value: 'text', label: 'Text' },
  { value: 'lanes', label: 'Lanes' },
  { value: 'simulate', label: 'Simulate' },
];

const SimulatePage = lazy(async () => ({
  default: (await import('./simulate/simulate-page.tsx')).SimulatePage,
}));
const RecordedLanes = lazy(async () => ({
  default: (await import('./recorded/recorded-lanes.tsx')).RecordedLanes,
}));

/** The statecharts of the client with their running actors, in all tabs of this browser. */
export function Machines() {
  useTitle('Machines');
  const [first, ...rest] = charts;
  return first && <ChosenView charts={[first, ...rest]} />;
}

function ChosenView({ charts }: { charts: readonly [DrawnChart, ...DrawnChart[]] }) {
  const [selection, drawn, choose] = usePageSelection(charts);
  if (selection.view === 'simulate') return <Simulated onView={(view) => choose({ view })} />;
  return <MachinesPage selection={selection} drawn={drawn} choose={choose} />;
}

/** A simulated world, which has nothing to do with the running machines of this page. */
function Simulated({ onView }: { onView: (view: View) => void }) {
  return (
    <div className="machines with-lanes">
      <PageHeader
        title="Machines"
        sub="Two gateways and the tabs of two people, in virtual time"
        end={<Segments label="View" options={VIEW_LABELS} value="simulate" onChange={onView} />}
      />
      <Suspense fallback={<p className="machines-empty">Loading the simulation.</p>}>
        <SimulatePage />
      </Suspense>
    </div>
  );
}

interface MachinesPageProps {
  selection: PageSelection;
  drawn: DrawnChart;
  choose: (changes: Partial<PageSelection>) => void;
}

function MachinesPage({ selection: chosen, drawn, choose }: MachinesPageProps) {
  const { status } = useSession();
  const { opened, open, close } = useOpenedTrace();
  const live = useMachineRecord(opened === null);
  const server = useServerMachines();
  const sandboxUse = useSandbox(chosen);
  const shown = useShownRecord(live, opened, sandboxUse);
  const { source, recorded, position, moveTo } = shown;
  const { showToast } = useToasts();
  const actors = useActorsAt(recorded, position);
  const actor = selectActor(actors, chosen, ownTab);
  const { chart } = drawn;
  const report = findReport(server, chart.machine);
  const coverage = useChartCoverage(chart, { actor, entries: recorded.entries, position, report });
  const actorsPane = useSelectionInView<HTMLDivElement>(`${chosen.machine} ${chosen.actor ?? ''}`);
  const isOver = useFileDrop((file) => void openFile(file));

  async function openFile(file: File): Promise<void> {
    try {
      await open(file);
    } catch (error) {
      showToast({ text: error instanceof Error ? error.message : 'The file couldn’t be read.' });
    }
  }

  // The view `try` shows the sandbox only; it may have been chosen while the file was read.
  const leaveSandbox = useEffectEvent(() => {
    if (chosen.view === 'try') choose({ view: 'chart' });
  });
  useEffect(() => {
    if (opened) leaveSandbox();
  }, [opened]);

  const chooseMachine = (machine: string) => choose(selectMachine(machine));
  const chooseActor = ({ machine, key }: MachineView) => choose({ ...selectMachine(machine), actor: key });

  function showEntry(entry: TraceEntry): void {
    const index = recorded.entries.indexOf(entry);
    if (index >= 0) moveTo(index + 1);
    const found = recorded.actors.get(actorKey({ tab: entry.tab, actor: entry.actor.split('/')[0] ?? '' }));
    if (found?.kind === 'machine' && !sandboxUse) chooseActor(found);
  }

  const about = describeMachine(chart.machine);
  return (
    <div
      className={clsx('machines', chosen.view === 'lanes' && 'with-lanes')}
      data-over={isOver || undefined}
      data-screen={sandboxUse && hasScreen(chart.machine) ? '' : undefined}
    >
      <PageHeader
        title="Machines"
        sub={
          status === 'visitor' && !opened
            ? 'Sign in to watch yours'
            : formatHeadline(live.actors, ownTab, opened?.name ?? null)
        }
        end={
          <>
            <OpenTrace opened={opened} onOpen={(file) => void openFile(file)} onClose={close} />
            <ExportMenu
              drawn={drawn}
              isDrawn={chosen.view === 'chart' || chosen.view === 'try'}
              entries={recorded.entries}
            />
            <Segments
              label="View"
              options={VIEW_LABELS}
              value={chosen.view}
              onChange={(view) => choose({ view })}
            />
          </>
        }
      />
      {chosen.view === 'lanes' ? (
        <Suspense fallback={<p className="machines-empty">Loading the lanes.</p>}>
          <RecordedLanes shown={shown} ownTab={opened ? null : ownTab} verdict={opened?.verdict ?? null} />
        </Suspense>
      ) : (
        <>
          <div className="actors" ref={actorsPane}>
            {opened && (
              <p className="replay-verdict" role="status">
                {opened.verdict}
              </p>
            )}
            <ActorsPane
              actors={sandboxUse ? live.actors : actors}
              ownTab={ownTab}
              chosen={actor?.key ?? null}
              onChoose={chooseActor}
            />
            <ServerPane view={server} chosen={chart.machine} onChoose={chooseMachine} />
            <DotLegend />
            <MachineList chosen={chart.machine} onChoose={chooseMachine} />
            <ActorPicker
              actors={sandboxUse ? live.actors : actors}
              ownTab={ownTab}
              chosen={actor?.key ?? null}
              machine={chart.machine}
              onChooseActor={chooseActor}
              onChooseMachine={chooseMachine}
            />
          </div>
          {sandboxUse && <StateList {...sandboxUse} />}
          <div className="canvas">
            {chosen.view === 'text' ? (
              <TextChart chart={chart} about={about} actor={actor} report={report} coverage={coverage} />
            ) : (
              <ChartPane
                key={chart.machine}
                drawn={drawn}
                about={about}
                actor={actor}
                coverage={coverage}
                chosen={chosen}
                choose={choose}
                now={sandboxUse?.sandbox.time.getSnapshot ?? Date.now}
                aside={sandboxUse && <ScreenPane {...sandboxUse} />}
              />
            )}
          </div>
          {chosen.view === 'try' && <TryPane sandboxUse={sandboxUse} machine={chart.machine} />}
          <EventLog
            recordKey={source}
            entries={recorded.entries}
            actor={actor}
            at={position === null ? null : (recorded.entries[position - 1] ?? null)}
            onChoose={showEntry}
          />
          <Scrubber entries={recorded.entries} position={position} onMove={moveTo} chosen={chart.machine} />
        </>
      )}
    </div>
  );
}

/** The purpose of a machine in a sentence. @param id of a machine of the client or of the server */
function describeMachine(id: string): string {
  const entry = machineCatalogue.find(({ machine }) => machine.id === id);
  return entry?.about ?? Object.values(serverMachines).find((table) => table.id === id)?.description ?? '';
}
