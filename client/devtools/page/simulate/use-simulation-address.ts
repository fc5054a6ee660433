import { useSearchParams } from 'react-router-dom';
import { sabotages } from 'virtual:simulation';

export const SPEEDS = [
  { value: '1/100', label: '1/100', speed: 0.01 },
  { value: '1/10', label: '1/10', speed: 0.1 },
  { value: '1', label: 'Real time', speed: 1 },
  { value: 'full', label: 'As fast as possible', speed: null },
] as const;
export type SpeedName = (typeof SPEEDS)[number]['value'];

/** What an address of the view chooses. */
export interface SimulationAddress {
  seed: number;
  /** Empty for the product as it is. */
  sabotage: string;
  /** The parts of the schedule that run, separated by commas; empty for all. */
  only: string;
  speed: SpeedName;
}

const SEED_MAX = 2 ** 31 - 1;
/** One of a long schedule, in which each of the five tabs opens. */
const DEFAULT_SEED = 19;

/** Null for anything but a whole number that a schedule can have. */
export function parseSeed(text: string | null): number | null {
  if (text === null || !/^\d{1,10}$/.test(text)) return null;
  const seed = Number(text);
  return seed <= SEED_MAX ? seed : null;
}

/** The choice is in the URL, so that a link leads to it; unknown values count as absent. */
export function useSimulationAddress(): [SimulationAddress, (changes: Partial<SimulationAddress>) => void] {
  const [params, setParams] = useSearchParams();
  const address: SimulationAddress = {
    seed: parseSeed(params.get('seed')) ?? DEFAULT_SEED,
    only: /^[\w,]*$/.exec(params.get('only') ?? '')?.[0] ?? '',
    sabotage: sabotages.find((name) => name === params.get('sabotage')) ?? '',
    speed: SPEEDS.find(({ value }) => value === params.get('speed'))?.value ?? '1/10',
  };
  function choose(changes: Partial<SimulationAddress>): void {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries({ ...address, ...changes })) {
      if (value === '') next.delete(name);
      else next.set(name, String(value));
    }
    setParams(next, { replace: true });
  }
  return [address, choose];
}
