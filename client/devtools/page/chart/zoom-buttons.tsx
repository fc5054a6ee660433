import { Maximize, Minus, Plus } from 'lucide-react';
import { IconButton } from '../../../src/base/ui/icon.tsx';
import type { ChartView } from './use-chart-view.ts';
import './zoom-buttons.css';

/** Zoom out, the current scale, zoom in, fit. */
export function ZoomButtons({ view }: { view: ChartView }) {
  return (
    <div className="sc-zoom" role="group" aria-label="Zoom">
      <IconButton label="Zoom out" icon={Minus} onClick={view.zoomOut} />
      <span className="n">{Math.round(view.scale * 100)} %</span>
      <IconButton label="Zoom in" icon={Plus} onClick={view.zoomIn} />
      <IconButton label="Fit" icon={Maximize} onClick={view.fit} />
    </div>
  );
}
