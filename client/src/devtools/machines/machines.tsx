import { charts } from 'virtual:charts';
import { PageHeader } from '../../frame/page-header.tsx';
import { useComposeContext } from '../../compose/compose-context.tsx';
import { useTitle } from '../../app/use-title.ts';
import { ownTab } from '../inspect/reporter.ts';
import type { DrawnChart } from '../charts/layout.ts';
import type { TraceEntry } from '../inspect/trace.ts';
import { describeMachine } from './describe-machine.ts';
import { ActorsPane } from './actors-pane.tsx';
import { selectActor, actorKey, type MachineView } from './reduce-actors.ts';
import { ChartPane } from './chart-pane.tsx';
import { EventLog } from './event-log.tsx';
import { ExportMenu } from './export-menu.tsx';
import { formatHeadline } from './format-headline.ts';
import { MachineList } from './machine-list.tsx';
import { OpenTrace } from './open-trace.tsx';
import { Scrubber } from './scrubber.tsx';
import { Segments } from './segments.tsx';
import { TextChart } from './text-chart.tsx';
import { TryView } from './try/try-view.tsx';
import { selectMachine, usePageSelection, type View } from './use-page-selection.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useChartCoverage } from './use-chart-coverage.ts';
import { useOpenedTrace } from './use-opened-trace.ts';
import { useActorsAt, useMachineRecord } from './use-machine-record.ts';
import { useShownRecord } from './use-shown-record.ts';
import { useRecordPosition } from './use-record-position.ts';
import { ServerPane } from './server/server-pane.tsx';
import { findReport, useServerMachines } from './server/use-server-machines.ts';
import { useSandbox } from './try/use-sandbox.ts';
import { useStyleSheet } from './chart/use-style-sheet.ts';
import css from './machines.css?inline';

const VIEW_LABELS: readonly { value: View; label: string }[] = [
  { value: 'chart', label: 'Chart' },
  { value: 'try', label: 'Try' },
  { value: 'text', label: 'Text' },
];

/** The product's own statecharts at work, in all tabs of this browser. */
export function Machines() {
  useTitle('Machines');
  useStyleSheet(css);
  const [first, ...rest] = charts;
  return first && <MachinesPage charts={[first, ...rest]} />;
}

function MachinesPage({ charts }: { charts: readonly [DrawnChart, ...DrawnChart[]] }) {
  const [chosen, drawn, choose] = usePageSelection(charts);
  const { opened, open, close } = useOpenedTrace();
  const live = useMachineRecord(opened === null);
  const server = useServerMachines();
  const tried = useSandbox(chosen);
  const [of, now] = useShownRecord(live, opened, tried);
  const { recorded, position, moveTo } = useRecordPosition(of, now);
  const { showToast } = useComposeContext();
  const actors = useActorsAt(recorded, position);
  const actor = selectActor(actors, chosen);
  const { chart } = drawn;
  const report = findReport(server, chart.machine);
  const marks = useChartCoverage(chart, { actor, entries: recorded.entries, position, report });
  const isOver = useFileDrop((file) => void openFile(file));

  async function openFile(file: File): Promise<void> {
    try {
      await open(file);
      // The view of the sandbox would not show it.
      if (chosen.view === 'try') choose({ view: 'chart' });
    } catch (problem) {
      showToast({ text: problem instanceof Error ? problem.message : 'It could not be read.' });
    }
  }

  const chooseMachine = (machine: string) => choose(selectMachine(machine));
  const chooseActor = ({ machine, key }: MachineView) => choose({ ...selectMachine(machine), actor: key });

  function showEntry(entry: TraceEntry): void {
    const index = recorded.entries.indexOf(entry);
    if (index >= 0) moveTo(index + 1);
    const found = recorded.actors.get(actorKey({ tab: entry.tab, actor: entry.actor.split('/')[0] ?? '' }));
    if (found?.kind === 'machine' && !tried) chooseActor(found);
  }

  const about = describeMachine(chart.machine);
  return (
    <div className="mx" data-over={isOver || undefined}>
      <PageHeader
        title="Machines"
        sub={formatHeadline(live.actors, ownTab, opened?.name ?? null)}
        end={
          <>
            <Segments
              label="View"
              options={VIEW_LABELS}
              value={chosen.view}
              onChange={(view) => choose({ view })}
            />
            <OpenTrace opened={opened} onOpen={(file) => void openFile(file)} onClose={close} />
            <ExportMenu drawn={drawn} isDrawn={chosen.view !== 'text'} entries={recorded.entries} />
          </>
        }
      />
      <div className="actors">
        {opened && (
          <p className="mx-verdict" role="status">
            {opened.verdict}
          </p>
        )}
        <ActorsPane
          actors={tried ? live.actors : actors}
          ownTab={ownTab}
          chosen={actor?.key ?? null}
          onChoose={chooseActor}
        />
        <ServerPane view={server} chosen={chart.machine} onChoose={chooseMachine} />
        <MachineList chosen={chart.machine} onChoose={chooseMachine} />
      </div>
      <div className="canvas">
        {chosen.view === 'text' ? (
          <TextChart {...{ chart, about, actor, report, marks }} />
        ) : (
          <ChartPane
            key={chart.machine}
            {...{ drawn, about, actor, marks, chosen, choose }}
            now={tried?.sandbox.now ?? Date.now}
            beside={chosen.view === 'try' && <TryView sandboxUse={tried} machine={chart.machine} />}
          />
        )}
      </div>
      <EventLog
        recordKey={of}
        entries={recorded.entries}
        actor={actor}
        at={position === null ? null : (recorded.entries[position - 1] ?? null)}
        onChoose={showEntry}
      />
      <Scrubber entries={recorded.entries} position={position} onMove={moveTo} chosen={chart.machine} />
    </div>
  );
}
