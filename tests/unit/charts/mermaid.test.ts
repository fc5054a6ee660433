import { expect, test } from 'vitest';
import { formatDuration } from '../../../client/src/devtools/charts/format-duration.ts';
import { toMermaid } from '../../../client/src/devtools/charts/mermaid.ts';
import { door } from './samples.ts';

test('[MACHINES-3] the Mermaid text has regions, history, final states, actors, guards, delays and internal transitions', () => {
  expect(toMermaid(door)).toBe(`stateDiagram-v2
  state "any" as machine__any
  machine__any : POKE, stays
  state "standing" as standing {
    state "wing" as standing_wing {
      state "any" as standing_wing__any
      state "closed" as standing_wing_closed
      standing_wing_closed : PUSH, stays
      [*] --> standing_wing_closed
      state "open" as standing_wing_open
      state "H" as standing_wing_before
    }
    --
    state "bell" as standing_bell {
      state "quiet" as standing_bell_quiet
      [*] --> standing_bell_quiet
      state "ringing" as standing_bell_ringing
      standing_bell_ringing : invoke answer
    }
  }
  [*] --> standing
  state "broken" as broken
  broken --> [*]
  standing --> broken : BREAK [isHeavy or in broken]
  standing_wing__any --> standing_wing_before : LOCK
  standing_wing_closed --> standing_wing_open : PUSH [not isHeavy and isLate]
  standing_wing_closed --> standing_wing_open : PUSH [isOf Ines]
  standing_wing_open --> standing_wing_closed : after mood
  standing_wing_open --> standing_wing_open : after patience (1.2 s)
  standing_bell_quiet --> standing_bell_ringing : RING
  standing_bell_ringing --> standing_bell_quiet : done answer
  standing_bell_ringing --> broken : error answer
`);
});

test('[MACHINES-3] a span is written in the largest unit that is exact', () => {
  const labels = [0, 300, 1000, 1200, 1250, 60_000, 90_000, 180_000, 5_400_000].map(formatDuration);
  expect(labels).toEqual(['0 ms', '300 ms', '1 s', '1.2 s', '1250 ms', '1 min', '1.5 min', '3 min', '1.5 h']);
});
