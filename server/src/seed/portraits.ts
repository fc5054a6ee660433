/** An SVG of 512 × 512. */
const onSquare = (body: string, defs = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512"><defs>${defs}</defs>${body}</svg>`;

/** A vertical gradient as background. */
const background = (from: string, to: string) => ({
  defs: `<linearGradient id="g" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`,
  fill: '<path fill="url(#g)" d="M0 0h512v512H0z"/>',
});

const disc = ([x, y]: readonly [number, number], r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

const shape = (fill: string, d: string) => `<path fill="${fill}" d="${d}"/>`;

function onBackground(from: string, to: string, ...parts: string[]): string {
  const { defs, fill } = background(from, to);
  return onSquare(fill + parts.join(''), defs);
}

interface Bust {
  skin: string;
  hair: string;
  shirt: string;
  hairRadius?: number;
}

/** A person from the shoulders up. */
function bust(sky: [from: string, to: string], { skin, hair, shirt, hairRadius = 128 }: Bust): string {
  return onBackground(
    ...sky,
    disc([256, 196], hairRadius, hair),
    disc([256, 560], 220, shirt),
    disc([256, 222], 96, skin),
  );
}

const STRIPES = ['#ff7a59', '#ffb36b', '#8a3ad6', '#4a1a9a'];

/** The pictures of sample people, as SVG by handle. The other people have none. */
export const portraits: ReadonlyMap<string, string> = new Map([
  [
    'andrewbrown',
    bust(['#4c1d84', '#1f0d3d'], { skin: '#e9b48b', hair: '#2b1608', shirt: '#9500ff', hairRadius: 108 }),
  ],
  ['odalys', bust(['#2a7f86', '#1b4f6b'], { skin: '#f7d6a8', hair: '#3a1420', shirt: '#f7d6a8' })],
  ['yukat', bust(['#8a2f55', '#4c1d84'], { skin: '#f3c9a5', hair: '#120b18', shirt: '#ffb36b' })],
  [
    'inesvarga',
    onBackground(
      '#3f2a8c',
      '#ff9c7d',
      disc([348, 154], 66, '#ffe9b8'),
      shape('#2c1a5e', 'M0 330 512 440V512H0z'),
      shape('#1a0f3c', 'M0 400 512 290V512H0z'),
    ),
  ],
  [
    'sanneo',
    onSquare(
      Array.from({ length: 16 }, (_, index) =>
        shape(STRIPES[index % 4] ?? '', `M${index * 56 - 320} 512 ${index * 56 - 80} 0h56l-240 512z`),
      ).join(''),
    ),
  ],
  [
    'junop',
    onBackground(
      '#0d3f66',
      '#0a7d8c',
      disc([154, 174], 26, '#d8fff2'),
      disc([338, 307], 46, '#b4f0ff'),
      disc([246, 420], 31, '#7fd6ff'),
    ),
  ],
  [
    'bayko',
    onBackground(
      '#0f6a5c',
      '#07302a',
      `<g fill="none" stroke="#b6f2e0" stroke-width="14">${shape('none', 'M130 170 270 330 390 150M270 330 200 420')}</g>`,
      disc([130, 170], 38, '#b6f2e0'),
      disc([390, 150], 30, '#ffb36b'),
      disc([270, 330], 48, '#b6f2e0'),
      disc([200, 420], 24, '#7fd6ff'),
    ),
  ],
  [
    'londo',
    onBackground(
      '#31409c',
      '#131a4a',
      disc([206, 300], 86, '#e8ecff'),
      disc([306, 274], 106, '#e8ecff'),
      '<rect x="112" y="296" width="312" height="96" rx="48" fill="#e8ecff"/>',
    ),
  ],
]);

/** The upload key of a portrait; real uploads have keys of another form. */
export const portraitKey = (handle: string) => `portrait-${handle}.png`;
