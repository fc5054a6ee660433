import { Download } from 'lucide-react';
import { Button } from '../../src/base/ui/button.tsx';
import { Icon } from '../../src/base/ui/icon.tsx';
import { Menu } from '../../src/base/ui/menu.tsx';
import type { MenuItem } from '../../src/base/ui/menu-item.ts';
import { useCopyLink } from '../../src/cruds/share-link.ts';
import type { Chart } from '../charts/chart.ts';
import type { DrawnChart } from '../charts/layout.ts';
import { toMermaid } from '../charts/mermaid.ts';
import type { Trace, TraceEntry } from '../inspect/trace.ts';
import { exportSvg } from './chart/export-svg.ts';

interface Props {
  drawn: DrawnChart;
  /** Whether the page shows the chart as a drawing. */
  isDrawn: boolean;
  entries: readonly TraceEntry[];
}

/** Exports the chart and the recording as files, and copies a link to the page. */
export function ExportMenu({ drawn: { chart, layout }, isDrawn, entries }: Props) {
  const copyLink = useCopyLink();
  const picture: MenuItem[] = [
    {
      kind: 'action',
      label: 'SVG picture',
      icon: 'workflow',
      onSelect: () => {
        const drawing = document.querySelector<SVGSVGElement>('svg.sc');
        if (drawing) downloadFile(pictureFile(chart, exportSvg(drawing, layout)));
      },
    },
  ];
  const items: MenuItem[] = [
    ...(isDrawn ? picture : []),
    { kind: 'action', label: 'Mermaid', icon: 'workflow', onSelect: () => downloadFile(mermaidFile(chart)) },
    {
      kind: 'action',
      label: 'JSON definition',
      icon: 'workflow',
      onSelect: () => downloadFile(definitionFile(chart)),
    },
    {
      kind: 'action',
      label: 'JSON trace',
      icon: 'workflow',
      onSelect: () => downloadFile(traceFile(entries)),
    },
    { kind: 'separator' },
    { kind: 'action', label: 'Copy a link', icon: 'link', onSelect: copyLink },
  ];
  return (
    <Menu
      items={items}
      trigger={(props) => (
        <Button small variant="outline" {...props}>
          <Icon of={Download} size="small" />
          Export
        </Button>
      )}
    />
  );
}

/** A file for the browser to download. */
interface DownloadFile {
  name: string;
  type: string;
  text: string;
}

const mermaidFile = (chart: Chart): DownloadFile => ({
  name: `${chart.machine}.mmd`,
  type: 'text/vnd.mermaid',
  text: toMermaid(chart),
});

const pictureFile = (chart: Chart, svg: string): DownloadFile => ({
  name: `${chart.machine}.svg`,
  type: 'image/svg+xml',
  text: svg,
});

const definitionFile = (chart: Chart): DownloadFile => ({
  name: `${chart.machine}.json`,
  type: 'application/json',
  text: JSON.stringify(chart, null, 2),
});

function traceFile(entries: readonly TraceEntry[]): DownloadFile {
  const trace: Trace = { format: 'cruddur-trace', version: 1, entries };
  return { name: 'trace.json', type: 'application/json', text: JSON.stringify(trace) };
}

function downloadFile({ name, type, text }: DownloadFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
