import { stateTitle, type Chart, type ChartState, type ChartTransition } from '../charts/chart.ts';
import { SIZES } from '../charts/layout.ts';
import { formatDuration } from '../charts/format-duration.ts';

/** In characters; a longer text is wrapped after a word, or inside an identifier. */
const MAX_LINE_LENGTH = 22;

export interface Size {
  width: number;
  height: number;
}

/** The event and the guard of a transition, wrapped to short lines. */
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

/** The parts of an identifier that is too long for a line: `CONTINUE_`, `SIGN_`, … */
function splitLongWord(word: string): string[] {
  return fits(word) ? [word] : word.split(/(?<=_)|(?<=[a-z])(?=[A-Z])/);
}

/** The size of a transition's label, with the fuse below a delay and the mark before an internal transition. */
export function transitionLabelSize(transition: ChartTransition): Size {
  const lines = formatTransition(transition);
  const fuse = transition.kind === 'after' ? SIZES.fuse : 0;
  const mark = transition.targets.length === 0 ? SIZES.internalMark : 0;
  return { width: measureLines(lines) + mark, height: lines.length * SIZES.wordLine + fuse };
}

/** The size of a state's name and its invoked actors. */
export function titleSize(chart: Chart, state: ChartState): Size {
  const actors = state.invokes.map((actor) => `invoke ${actor}`);
  return {
    width: Math.max(measureName(stateTitle(chart, state)), measureLines(actors)),
    height: SIZES.nameLine + actors.length * SIZES.wordLine,
  };
}

/** The transitions that do not change a state; they are text in its box, below its title. */
export function internalTransitions(chart: Chart, { path }: ChartState): ChartTransition[] {
  return chart.transitions.filter(({ source, targets }) => source === path && targets.length === 0);
}

/** The size of all text in a state's box. */
export function headSize(chart: Chart, state: ChartState): Size {
  const parts = [titleSize(chart, state), ...internalTransitions(chart, state).map(transitionLabelSize)];
  return {
    width: Math.max(...parts.map(({ width }) => width)),
    height: parts.reduce((sum, { height }) => sum + height, 0),
  };
}

/** The advance widths of the characters from space to ~ in Figtree at weight 600, in thousandths of an em; read from the font. */
// prettier-ignore
const FIGTREE_WIDTHS = [
  241, 307, 376, 630, 558, 802, 646, 227, 370, 370, 485, 629, 245, 411, 232, 415, 645, 419, 571, 551,
  628, 578, 574, 548, 613, 574, 282, 287, 629, 629, 629, 509, 991, 699, 612, 723, 695, 590, 550, 750,
  750, 282, 537, 644, 530, 853, 774, 783, 594, 785, 637, 610, 572, 705, 711, 975, 653, 630, 635, 336,
  415, 336, 569, 436, 247, 524, 592, 544, 591, 551, 384, 596, 565, 250, 282, 517, 236, 864, 564, 581,
  597, 586, 363, 466, 393, 564, 542, 815, 512, 556, 483, 391, 257, 391, 628,
];

/** The width of a state's name, in px. */
function measureName(name: string): number {
  const widths = Array.from(
    name,
    (character) => FIGTREE_WIDTHS[(character.codePointAt(0) ?? 0) - 32] ?? 1000,
  );
  return Math.ceil((widths.reduce((sum, width) => sum + width, 0) / 1000) * SIZES.name);
}

/** The width of the longest line in the monospaced font, in px. */
function measureLines(lines: readonly string[]): number {
  const longest = Math.max(0, ...lines.map((line) => Array.from(line).length));
  return Math.ceil(longest * SIZES.word * SIZES.advance);
}
