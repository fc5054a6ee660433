import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior } from 'd3-zoom';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { createSignal, type Signal } from '../../../src/base/signal.ts';
import { SIZES, type Box, type ChartLayout, type Point } from '../../charts/layout.ts';

const SCALES: [number, number] = [0.2, 3];
/** The largest scale of a fitted chart. */
const FIT_SCALE_MAX = 1.15;
/**
 * The smallest text of a fitted chart in a frame below a width, in px. A chart that needs a smaller one is shown in part there, around
 * its active state.
 */
const READABLE = [
  { belowPx: 560, textPx: 11 },
  { belowPx: 800, textPx: 7.75 },
];
/** A chart that lacks no more than this share is shown whole. */
const READABLE_SLACK = 0.95;
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
  /** The visible part of the chart, in px of its layout. */
  visible: Signal<Box>;
  /** Shows the whole chart, centered. A chart opens so if that is readable, else with the part around what is followed. */
  fit: () => void;
  /** Keeps a box visible until the user moves the chart; null for the start of the chart. */
  follow: (box: Box | null) => void;
  /** Moves the chart until this point of it is in the centre. */
  centerOn: (point: Point) => void;
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
  const shown = useRef<'readable' | 'whole' | 'moved'>('readable');
  const followed = useRef<Box>(null);
  const [scale, setScale] = useState(1);
  const [visible] = useState(() => createSignal<Box>({ x: 0, y: 0, width, height }, isSameBox));

  const actions = useMemo(() => {
    const runZoom = (run: (zooming: Zoom, element: SVGSVGElement) => void) => {
      if (!behaviour.current || !svg.current) return;
      world.current?.classList.add('animated');
      run(behaviour.current, svg.current);
    };
    const fit = () =>
      runZoom((zooming, element) => {
        shown.current = 'whole';
        zooming.transform(select(element), fitTransform(element, { width, height }));
      });
    const follow = (box: Box | null) => {
      followed.current = box;
      if (shown.current === 'readable')
        runZoom((zooming, element) =>
          zooming.transform(select(element), readableTransform(element, { width, height }, box)),
        );
    };
    const runUserZoom = (run: (zooming: Zoom, element: SVGSVGElement) => void) =>
      runZoom((zooming, element) => {
        shown.current = 'moved';
        run(zooming, element);
      });
    const panBy = (x: number, y: number) =>
      runUserZoom((zooming, element) => {
        const { k } = element.__zoom ?? zoomIdentity;
        zooming.translateBy(select(element), x / k, y / k);
      });
    return {
      fit,
      follow,
      panBy,
      centerOn: ({ x, y }: Point) =>
        runUserZoom((zooming, element) => zooming.translateTo(select(element), x, y)),
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
          shown.current = 'moved';
          world.current?.classList.remove('animated');
        }
        if (world.current) world.current.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
        setScale(k);
        visible.set(visibleBox(element, transform));
      });
    behaviour.current = zooming;
    const selection = select(element).call(zooming).on('dblclick.zoom', null);
    const fitAgain = () => {
      if (shown.current === 'moved') {
        visible.set(visibleBox(element, element.__zoom ?? zoomIdentity));
        return;
      }
      world.current?.classList.remove('animated');
      const size = { width, height };
      const isWhole = shown.current === 'whole';
      zooming.transform(
        selection,
        isWhole ? fitTransform(element, size) : readableTransform(element, size, followed.current),
      );
    };
    shown.current = 'readable';
    const observer = new ResizeObserver(fitAgain);
    observer.observe(element);
    fitAgain();
    return () => {
      observer.disconnect();
      selection.on('.zoom', null);
      behaviour.current = null;
    };
  }, [width, height, visible]);

  return useMemo(() => ({ svg, world, scale, visible, ...actions }), [scale, visible, actions]);
}

type Size = { width: number; height: number };

function fitTransform(frame: SVGSVGElement, { width, height }: Size) {
  const { clientWidth, clientHeight } = frame;
  const whole = Math.min((clientWidth - 2 * MARGIN) / width, (clientHeight - 2 * MARGIN) / height);
  const scale = Math.max(SCALES[0], Math.min(whole, FIT_SCALE_MAX));
  return zoomIdentity
    .translate((clientWidth - width * scale) / 2, (clientHeight - height * scale) / 2)
    .scale(scale);
}

/** The whole chart, or the part of it around a box. */
function readableTransform(frame: SVGSVGElement, { width, height }: Size, followed: Box | null) {
  const { clientWidth, clientHeight } = frame;
  const fitted = fitTransform(frame, { width, height });
  const readable = READABLE.find(({ belowPx }) => clientWidth < belowPx);
  const scale = readable ? readable.textPx / SIZES.word : SCALES[0];
  if (fitted.k >= scale * READABLE_SLACK) return fitted;
  const { x, y } = followed ? centerOf(followed) : { x: 0, y: 0 };
  return zoomIdentity
    .translate(
      fitAxis(clientWidth, width * scale, x * scale),
      fitAxis(clientHeight, height * scale, y * scale),
    )
    .scale(scale);
}

const centerOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** @returns where the chart starts: centered when it fits, otherwise with the point as central as its ends allow */
function fitAxis(size: number, length: number, point: number): number {
  if (length <= size - 2 * MARGIN) return (size - length) / 2;
  return Math.min(MARGIN, Math.max(size - MARGIN - length, size / 2 - point));
}

const isSameBox = (one: Box, other: Box): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

function visibleBox({ clientWidth, clientHeight }: SVGSVGElement, { x, y, k }: typeof zoomIdentity): Box {
  return { x: -x / k, y: -y / k, width: clientWidth / k, height: clientHeight / k };
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
