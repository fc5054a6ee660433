import { SIZES } from '../src/devtools/charts/layout.ts';

/** How far each character from space to ~ leads in Figtree at weight 600, in thousandths of its size; from the font. */
const FIGTREE = [
  ...[241, 307, 376, 630, 558, 802, 646, 227, 370, 370, 485, 629, 245, 411, 232, 415, 645, 419, 571, 551],
  ...[628, 578, 574, 548, 613, 574, 282, 287, 629, 629, 629, 509, 991, 699, 612, 723, 695, 590, 550, 750],
  ...[750, 282, 537, 644, 530, 853, 774, 783, 594, 785, 637, 610, 572, 705, 711, 975, 653, 630, 635, 336],
  ...[415, 336, 569, 436, 247, 524, 592, 544, 591, 551, 384, 596, 565, 250, 282, 517, 236, 864, 564, 581],
  ...[597, 586, 363, 466, 393, 564, 542, 815, 512, 556, 483, 391, 257, 391, 628],
];

/** The width of a state's name, in px. */
export function measureName(name: string): number {
  const widths = Array.from(name, (sign) => FIGTREE[(sign.codePointAt(0) ?? 0) - 32] ?? 1000);
  return Math.ceil((widths.reduce((sum, width) => sum + width, 0) / 1000) * SIZES.name);
}

/** The width of the longest of some lines in the mono face, in px. */
export function measureLines(lines: readonly string[]): number {
  const longest = Math.max(0, ...lines.map((line) => Array.from(line).length));
  return Math.ceil(longest * SIZES.word * SIZES.advance);
}
