import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-item.ts';
import { useCopyLink } from '../../compose/share-link.ts';
import type { DrawnChart } from '../charts/layout.ts';
import type { TraceEntry } from '../inspect/trace.ts';
import { exportSvg } from './chart/export-svg.ts';
import { definitionFile, mermaidFile, pictureFile, downloadFile, traceFile } from './download-file.ts';

interface Props {
  drawn: DrawnChart;
  /** Whether it is on the page, as a drawing. */
  isDrawn: boolean;
  entries: readonly TraceEntry[];
}

/** The chart and the record as files, and a link to what is shown. */
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
