import { SIZES, type Box } from '../../charts/layout.ts';

const BASELINE = 11;

interface TextLinesProps {
  lines: readonly string[];
  at: Box;
  className: string;
}

/** Lines in the monospaced font, each as wide as the layout has computed, whichever font the browser uses. */
export function TextLines({ lines, at, className }: TextLinesProps) {
  return lines.map((line, index) => (
    <text
      key={index}
      className={className}
      x={at.x}
      y={at.y + index * SIZES.wordLine + BASELINE}
      textLength={Math.round(Array.from(line).length * SIZES.word * SIZES.advance * 10) / 10}
      lengthAdjust="spacingAndGlyphs"
    >
      {line}
    </text>
  ));
}
