import type { Chart, ChartState, ChartTransition } from '../src/charts/chart.ts';
import { SIZES } from '../src/charts/layout.ts';
import { saySpan } from '../src/charts/say-span.ts';
import { nameWidth, wordsWidth } from './measure.ts';

/** What is longer goes on in a line of its own, where a word or a part of one ends. */
const LONGEST = 22;

export interface Size {
  width: number;
  height: number;
}

/** What sets a transition off and on what condition, in short lines. */
export function transitionLines({ event, delayMs, guard }: ChartTransition): string[] {
  const cause = delayMs === null ? event : `after ${saySpan(delayMs)}`;
  if (guard === null) return [cause];
  const whole = `${cause} [${guard}]`;
  return whole.length <= LONGEST ? [whole] : [cause, ...broken(`[${guard}]`)];
}

function broken(text: string): string[] {
  const words = text.split(/(?<= )/).flatMap(parted);
  return words
    .reduce<string[]>((lines, word) => {
      const longer = (lines.at(-1) ?? '') + word;
      return lines.length > 0 && fits(longer) ? [...lines.slice(0, -1), longer] : [...lines, word];
    }, [])
    .map((line) => line.trimEnd());
}

const fits = (line: string) => line.trimEnd().length <= LONGEST;

/** The parts of a word that is too long for a line, as `CONTINUE_SIGN_` and what follows. */
function parted(word: string): string[] {
  return fits(word) ? [word] : word.split(/(?<=_)|(?<=[a-z])(?=[A-Z])/);
}

/** The room of a transition's words, of the fuse below a delay's, and of the mark before those of what changes no state. */
export function transitionSize(transition: ChartTransition): Size {
  const lines = transitionLines(transition);
  const fuse = transition.kind === 'after' ? SIZES.fuse : 0;
  const mark = transition.targets.length === 0 ? SIZES.stay : 0;
  return { width: wordsWidth(lines) + mark, height: lines.length * SIZES.wordLine + fuse };
}

/** A state's name as it is written in its box. */
export function titleOf({ machine }: Chart, { path, key, kind }: ChartState): string {
  if (kind === 'history') return 'H';
  if (kind === 'deep-history') return 'H*';
  return path === '' ? machine : key;
}

/** The room of a state's name and of the actors that run in it. */
export function titleSize(chart: Chart, state: ChartState): Size {
  const actors = state.invokes.map((actor) => `invoke ${actor}`);
  return {
    width: Math.max(nameWidth(titleOf(chart, state)), wordsWidth(actors)),
    height: SIZES.nameLine + actors.length * SIZES.wordLine,
  };
}

/** What a state hears without changing: words in its box, below its title. */
export function staysOf(chart: Chart, { path }: ChartState): ChartTransition[] {
  return chart.transitions.filter(({ source, targets }) => source === path && targets.length === 0);
}

/** The room of all words in a state's box. */
export function headSize(chart: Chart, state: ChartState): Size {
  const parts = [titleSize(chart, state), ...staysOf(chart, state).map(transitionSize)];
  return {
    width: Math.max(...parts.map(({ width }) => width)),
    height: parts.reduce((sum, { height }) => sum + height, 0),
  };
}
