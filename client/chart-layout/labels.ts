import type { Chart, ChartState, ChartTransition } from '../src/devtools/charts/chart.ts';
import { SIZES } from '../src/devtools/charts/layout.ts';
import { formatDuration } from '../src/devtools/charts/format-duration.ts';
import { measureName, measureLines } from './measure-text.ts';

/** What is longer goes on in a line of its own, where a word or a part of one ends. */
const MAX_LINE_LENGTH = 22;

export interface Size {
  width: number;
  height: number;
}

/** What sets a transition off and on what condition, in short lines. */
export function formatTransition({ event, delayMs, guard }: ChartTransition): string[] {
  const cause = delayMs === null ? event : `after ${formatDuration(delayMs)}`;
  if (guard === null) return [cause];
  const whole = `${cause} [${guard}]`;
  return whole.length <= MAX_LINE_LENGTH ? [whole] : [cause, ...wrapGuard(`[${guard}]`)];
}

function wrapGuard(text: string): string[] {
  const words = text.split(/(?<= )/).flatMap(splitLongWord);
  return words
    .reduce<string[]>((lines, word) => {
      const longer = (lines.at(-1) ?? '') + word;
      return lines.length > 0 && fits(longer) ? [...lines.slice(0, -1), longer] : [...lines, word];
    }, [])
    .map((line) => line.trimEnd());
}

const fits = (line: string) => line.trimEnd().length <= MAX_LINE_LENGTH;

/** The parts of a word that is too long for a line, as `CONTINUE_SIGN_` and what follows. */
function splitLongWord(word: string): string[] {
  return fits(word) ? [word] : word.split(/(?<=_)|(?<=[a-z])(?=[A-Z])/);
}

/** The room of a transition's words, of the fuse below a delay's, and of the mark before those of what changes no state. */
export function transitionLabelSize(transition: ChartTransition): Size {
  const lines = formatTransition(transition);
  const fuse = transition.kind === 'after' ? SIZES.fuse : 0;
  const mark = transition.targets.length === 0 ? SIZES.stay : 0;
  return { width: measureLines(lines) + mark, height: lines.length * SIZES.wordLine + fuse };
}

/** A state's name as it is written in its box. */
export function stateTitle({ machine }: Chart, { path, key, kind }: ChartState): string {
  if (kind === 'history') return 'H';
  if (kind === 'deep-history') return 'H*';
  return path === '' ? machine : key;
}

/** The room of a state's name and of the actors that run in it. */
export function titleSize(chart: Chart, state: ChartState): Size {
  const actors = state.invokes.map((actor) => `invoke ${actor}`);
  return {
    width: Math.max(measureName(stateTitle(chart, state)), measureLines(actors)),
    height: SIZES.nameLine + actors.length * SIZES.wordLine,
  };
}

/** What a state hears without changing: words in its box, below its title. */
export function internalTransitions(chart: Chart, { path }: ChartState): ChartTransition[] {
  return chart.transitions.filter(({ source, targets }) => source === path && targets.length === 0);
}

/** The room of all words in a state's box. */
export function headSize(chart: Chart, state: ChartState): Size {
  const parts = [titleSize(chart, state), ...internalTransitions(chart, state).map(transitionLabelSize)];
  return {
    width: Math.max(...parts.map(({ width }) => width)),
    height: parts.reduce((sum, { height }) => sum + height, 0),
  };
}
