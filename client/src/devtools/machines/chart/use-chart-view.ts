import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior } from 'd3-zoom';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Box, ChartLayout } from '../../charts/layout.ts';

const SCALES: [number, number] = [0.2, 3];
/** The maximum scale of a chart that is fitted into a large frame. */
const FIT_MAX = 1.15;
/** The margin around a fitted chart, and how far a chart can be moved out of the frame, in px. */
const MARGIN = 16;
const PAN_MARGIN = 240;
const STEP = 1.3;

/** The visible part of a chart. */
export interface ChartView {
  svg: RefObject<SVGSVGElement | null>;
  world: RefObject<SVGGElement | null>;
  /** 1 is the size of the layout. */
  scale: number;
  zoomIn: () => void;
  zoomOut: () => void;
  /** Shows the whole chart, centered. */
  fit: () => void;
  /** In screen px. */
  panBy: (x: number, y: number) => void;
  /** Moves the chart until the box is visible. */
  reveal: (box: Box) => void;
}

type Zoom = ZoomBehavior<SVGSVGElement, unknown>;

/** Pan and zoom of a chart by mouse, wheel, pinch and the returned functions. The chart is fitted until the user moves it. */
export function useChartView({ width, height }: ChartLayout): ChartView {
  const svg = useRef<SVGSVGElement>(null);
  const world = useRef<SVGGElement>(null);
  const behaviour = useRef<Zoom>(null);
  const isMoved = useRef(false);
  const [scale, setScale] = useState(1);

  const actions = useMemo(() => {
    const runZoom = (run: (zooming: Zoom, element: SVGSVGElement) => void) => {
      if (!behaviour.current || !svg.current) return;
      world.current?.classList.add('animated');
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
      // The default reads width and height attributes, which this drawing sets by CSS.
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
          world.current?.classList.remove('animated');
        }
        if (world.current) world.current.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
        setScale(k);
      });
    behaviour.current = zooming;
    const selection = select(element).call(zooming).on('dblclick.zoom', null);
    const fitAgain = () => {
      if (isMoved.current) return;
      world.current?.classList.remove('animated');
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

/** How far the chart has to be moved until a box is visible, in screen px. */
function offsetIntoView(element: SVGSVGElement, box: Box): { x: number; y: number } {
  const { k, x, y } = element.__zoom ?? zoomIdentity;
  const { clientWidth, clientHeight } = element;
  return {
    x: axisOffset(box.x * k + x, (box.x + box.width) * k + x, clientWidth),
    y: axisOffset(box.y * k + y, (box.y + box.height) * k + y, clientHeight),
  };
}

function axisOffset(from: number, to: number, size: number): number {
  if (from < MARGIN) return MARGIN - from;
  return to > size - MARGIN ? Math.max(size - MARGIN - to, MARGIN - from) : 0;
}

declare global {
  interface SVGSVGElement {
    /** The transform that d3-zoom stores. */
    __zoom?: typeof zoomIdentity;
  }
}
