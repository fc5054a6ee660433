import { Maximize, Minus, Plus } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ChartView } from './use-chart-view.ts';
import { useStyleSheet } from './use-style-sheet.ts';
import css from './zoom-buttons.css?inline';

/** Zoom out, the current scale, zoom in, fit. */
export function ZoomButtons({ view }: { view: ChartView }) {
  useStyleSheet(css);
  return (
    <div className="sc-zoom" role="group" aria-label="Zoom">
      <IconButton label="Zoom out" icon={Minus} onClick={view.zoomOut} />
      <span className="n">{Math.round(view.scale * 100)} %</span>
      <IconButton label="Zoom in" icon={Plus} onClick={view.zoomIn} />
      <IconButton label="Fit" icon={Maximize} onClick={view.fit} />
    </div>
  );
}
