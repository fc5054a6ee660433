/** A size of the store. Each differs from the one before in one number, so that growth has one cause. */
export interface Stage {
  /** Top-level ones; a tenth of them have a reply. */
  cruds: number;
  people: number;
  /** Of one crud on the first page. */
  likes: number;
}

export const STAGES: readonly [Stage, ...Stage[]] = [
  { cruds: 10_000, people: 1000, likes: 10 },
  { cruds: 200_000, people: 1000, likes: 10 },
  { cruds: 2_000_000, people: 1000, likes: 10 },
  { cruds: 2_000_000, people: 100_000, likes: 10 },
  { cruds: 2_000_000, people: 100_000, likes: 100_000 },
];
