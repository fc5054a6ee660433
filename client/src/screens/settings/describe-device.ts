/** Told apart by the first that fits: most browsers also claim to be some other one. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//u, 'Edge'],
  [/OPR\/|Opera\//u, 'Opera'],
  [/Samsung ?(?:Browser|Internet)\//u, 'Samsung Internet'],
  [/Vivaldi\//u, 'Vivaldi'],
  [/Brave\//u, 'Brave'],
  [/(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/(?:Chrome|CriOS)\//u, 'Chrome'],
  [/Chromium\//u, 'Chromium'],
  [/Safari\//u, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/u, 'iPhone'],
  [/iPad/u, 'iPad'],
  [/Android/u, 'Android'],
  [/CrOS|Chrom(?:e|ium) OS/u, 'ChromeOS'],
  [/Windows/u, 'Windows'],
  [/macOS|Mac OS X|Macintosh/u, 'macOS'],
  [/Linux/u, 'Linux'],
];

const HANDHELD: readonly (string | undefined)[] = ['iPhone', 'iPad', 'Android'];

/** What a device calls itself at the pool, in words such as `Firefox on macOS`. */
export function describeDevice(name: string): { title: string; isHandheld: boolean } {
  const findLabel = (table: typeof BROWSERS) => table.find(([sign]) => sign.test(name))?.[1];
  const browser = findLabel(BROWSERS);
  const system = findLabel(SYSTEMS);
  const title = browser && system ? `${browser} on ${system}` : (browser ?? system);
  return { title: title ?? 'Unknown device', isHandheld: HANDHELD.includes(system) };
}
