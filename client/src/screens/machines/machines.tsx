import { charts } from 'virtual:charts';
import { PageHeader } from '../../components/page-header.tsx';
import { useCrudding } from '../../feed/crudding.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { ownTab } from '../../inspect/reporter.ts';
import type { DrawnChart } from '../../charts/layout.ts';
import type { TraceEntry } from '../../inspect/trace.ts';
import { aboutOf } from './about.ts';
import { ActorsPane } from './actors-pane.tsx';
import { actorOf, keyOf, type MachineView } from './actors-at.ts';
import { ChartPane } from './chart-pane.tsx';
import { EventLog } from './event-log.tsx';
import { ExportMenu } from './export-menu.tsx';
import { headline } from './headline.ts';
import { MachineList } from './machine-list.tsx';
import { OpenTrace } from './open-trace.tsx';
import { Scrubber } from './scrubber.tsx';
import { Segments } from './segments.tsx';
import { TextTwin } from './text-twin.tsx';
import { TryView } from './try/try-view.tsx';
import { machineOnly, useChosen, type View } from './use-chosen.ts';
import { useDrop } from './use-drop.ts';
import { useMarks } from './use-marks.ts';
import { useOpened } from './use-opened.ts';
import { useActorsAt, useRecord } from './use-record.ts';
import { useSource } from './use-source.ts';
import { useStill } from './use-still.ts';
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
  const [first, ...rest] = charts;
  return first && <Page charts={[first, ...rest]} />;
}

function Page({ charts }: { charts: readonly [DrawnChart, ...DrawnChart[]] }) {
  const [chosen, drawn, choose] = useChosen(charts);
  const { opened, open, close } = useOpened();
  const live = useRecord(opened === null);
  const server = useServer();
  const tried = useSandbox(chosen);
  const [of, now] = useSource(live, opened, tried);
  const { recorded, place, stand } = useStill(of, now);
  const { say } = useCrudding();
  const actors = useActorsAt(recorded, place);
  const actor = actorOf(actors, chosen);
  const { chart } = drawn;
  const report = reportOf(server, chart.machine);
  const marks = useMarks(chart, { actor, entries: recorded.entries, place, report });
  const isOver = useDrop((file) => void openFile(file));

  async function openFile(file: File): Promise<void> {
    try {
      await open(file);
      // Whoever tries a copy would see nothing of it.
      if (chosen.view === 'try') choose({ view: 'chart' });
    } catch (problem) {
      say({ text: problem instanceof Error ? problem.message : 'It could not be read.' });
    }
  }

  const chooseMachine = (machine: string) => choose(machineOnly(machine));
  const chooseActor = ({ machine, key }: MachineView) => choose({ ...machineOnly(machine), actor: key });

  function stepTo(entry: TraceEntry): void {
    const index = recorded.entries.indexOf(entry);
    if (index >= 0) stand(index + 1);
    const found = recorded.actors.get(keyOf({ tab: entry.tab, actor: entry.actor.split('/')[0] ?? '' }));
    if (found?.kind === 'machine' && !tried) chooseActor(found);
  }

  const about = aboutOf(chart.machine);
  return (
    <div className="mx" data-over={isOver || undefined}>
      <PageHeader
        title="Machines"
        sub={headline(live.actors, ownTab, opened?.name ?? null)}
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
          <TextTwin {...{ chart, about, actor, report, marks }} />
        ) : (
          <ChartPane
            key={chart.machine}
            {...{ drawn, about, actor, marks, chosen, choose }}
            now={tried?.sandbox.now ?? Date.now}
            beside={chosen.view === 'try' && <TryView use={tried} machine={chart.machine} />}
          />
        )}
      </div>
      <EventLog
        of={of}
        entries={recorded.entries}
        actor={actor}
        at={place === null ? null : (recorded.entries[place - 1] ?? null)}
        onChoose={stepTo}
      />
      <Scrubber entries={recorded.entries} place={place} onPlace={stand} chosen={chart.machine} />
    </div>
  );
}
