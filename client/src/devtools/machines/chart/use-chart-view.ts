import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior } from 'd3-zoom';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Box, ChartLayout } from '../../charts/layout.ts';

const SCALES: [number, number] = [0.2, 3];
/** Nothing is drawn larger than it is because there happens to be room. */
const FIT_MAX = 1.15;
/** Around a chart that fits, and how far it may be pushed out of the frame, in px. */
const MARGIN = 16;
const PAN_MARGIN = 240;
const STEP = 1.3;

/** What part of a chart is in sight. */
export interface ChartView {
  svg: RefObject<SVGSVGElement | null>;
  world: RefObject<SVGGElement | null>;
  /** 1 is the chart as large as it was laid out. */
  scale: number;
  zoomIn: () => void;
  zoomOut: () => void;
  /** All of it, in the middle. */
  fit: () => void;
  /** In px of the screen. */
  panBy: (x: number, y: number) => void;
  /** Brings a place of the chart into sight, if it is not. */
  reveal: (box: Box) => void;
}

type Zoom = ZoomBehavior<SVGSVGElement, unknown>;

/** Pan and zoom of a chart by mouse, wheel and pinch, and by what it returns. It fits until somebody moves it. */
export function useChartView({ width, height }: ChartLayout): ChartView {
  const svg = useRef<SVGSVGElement>(null);
  const world = useRef<SVGGElement>(null);
  const behaviour = useRef<Zoom>(null);
  const isMoved = useRef(false);
  const [scale, setScale] = useState(1);

  const actions = useMemo(() => {
    const runZoom = (run: (zooming: Zoom, element: SVGSVGElement) => void) => {
      if (!behaviour.current || !svg.current) return;
      world.current?.classList.add('gliding');
      run(behaviour.current, svg.current);
    };
    const fit = () =>
      runZoom((zooming, element) => {
        isMoved.current = false;
        zooming.transform(select(element), fitTransform(element, { width, height }));
      });
    const runUserZoom = (run: (zooming: Zoom, element: SVGSVGElement) => void) =>
      runZoom((zooming, element) => {
        isMoved.current = true;
        run(zooming, element);
      });
    const panBy = (x: number, y: number) =>
      runUserZoom((zooming, element) => {
        const { k } = element.__zoom ?? zoomIdentity;
        zooming.translateBy(select(element), x / k, y / k);
      });
    return {
      fit,
      panBy,
      zoomIn: () => runUserZoom((zooming, element) => zooming.scaleBy(select(element), STEP)),
      zoomOut: () => runUserZoom((zooming, element) => zooming.scaleBy(select(element), 1 / STEP)),
      reveal: (box: Box) => {
        if (!svg.current) return;
        const { x, y } = offsetIntoView(svg.current, box);
        if (x !== 0 || y !== 0) panBy(x, y);
      },
    };
  }, [width, height]);

  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const zooming = zoom<SVGSVGElement, unknown>()
      // The library would ask for attributes that this drawing has as styles.
      .extent(() => [
        [0, 0],
        [element.clientWidth, element.clientHeight],
      ])
      .scaleExtent(SCALES)
      .translateExtent([
        [-PAN_MARGIN, -PAN_MARGIN],
        [width + PAN_MARGIN, height + PAN_MARGIN],
      ])
      .clickDistance(4)
      .on('zoom', ({ transform, sourceEvent }: { transform: typeof zoomIdentity; sourceEvent: unknown }) => {
        const { x, y, k } = transform;
        if (sourceEvent) {
          isMoved.current = true;
          world.current?.classList.remove('gliding');
        }
        if (world.current) world.current.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
        setScale(k);
      });
    behaviour.current = zooming;
    const selection = select(element).call(zooming).on('dblclick.zoom', null);
    const fitAgain = () => {
      if (isMoved.current) return;
      world.current?.classList.remove('gliding');
      zooming.transform(selection, fitTransform(element, { width, height }));
    };
    isMoved.current = false;
    const observer = new ResizeObserver(fitAgain);
    observer.observe(element);
    fitAgain();
    return () => {
      observer.disconnect();
      selection.on('.zoom', null);
      behaviour.current = null;
    };
  }, [width, height]);

  return useMemo(() => ({ svg, world, scale, ...actions }), [scale, actions]);
}

function fitTransform(element: SVGSVGElement, { width, height }: { width: number; height: number }) {
  const { clientWidth, clientHeight } = element;
  const across = (clientWidth - 2 * MARGIN) / width;
  const scale = Math.max(SCALES[0], Math.min(across, (clientHeight - 2 * MARGIN) / height, FIT_MAX));
  return zoomIdentity
    .translate((clientWidth - width * scale) / 2, (clientHeight - height * scale) / 2)
    .scale(scale);
}

/** How far the chart has to be pushed for a box of it to be in sight, in px of the screen. */
function offsetIntoView(element: SVGSVGElement, box: Box): { x: number; y: number } {
  const { k, x, y } = element.__zoom ?? zoomIdentity;
  const { clientWidth, clientHeight } = element;
  return {
    x: axisOffset(box.x * k + x, (box.x + box.width) * k + x, clientWidth),
    y: axisOffset(box.y * k + y, (box.y + box.height) * k + y, clientHeight),
  };
}

function axisOffset(from: number, to: number, room: number): number {
  if (from < MARGIN) return MARGIN - from;
  return to > room - MARGIN ? Math.max(room - MARGIN - to, MARGIN - from) : 0;
}

declare global {
  interface SVGSVGElement {
    /** Where d3-zoom keeps its transform. */
    __zoom?: typeof zoomIdentity;
  }
}
