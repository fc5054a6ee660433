/** The first match wins: most browsers also name others in their user agent. */
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

export interface DeviceDescription {
  /** Such as `Firefox on macOS`. */
  title: string;
  isHandheld: boolean;
}

/** Longer user agents are cut: the signs of browsers and systems come first. */
const USER_AGENT_MAX = 512;

/** The only part of a user agent that is stored. */
export function describeDevice(userAgent: string): DeviceDescription {
  const given = userAgent.slice(0, USER_AGENT_MAX);
  const findLabel = (table: typeof BROWSERS) => table.find(([sign]) => sign.test(given))?.[1];
  const browser = findLabel(BROWSERS);
  const system = findLabel(SYSTEMS);
  const title = browser && system ? `${browser} on ${system}` : (browser ?? system);
  return { title: title ?? 'Unknown device', isHandheld: HANDHELD.includes(system) };
}
