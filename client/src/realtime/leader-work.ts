/** Begins something; answers how to end it. */
export type Work = () => () => void;

/** What only the leading tab does, whoever asks for it and whenever it comes to lead. */
export interface LeaderWork {
  /** @returns how to have it done no longer */
  add: (work: Work) => () => void;
  /** This tab leads. @returns called when it no longer does */
  begin: () => () => void;
}

export function createLeaderWork(): LeaderWork {
  /** Each work with its end, while it is under way. */
  const works = new Map<Work, (() => void) | null>();
  let leads = false;

  function end(work: Work): void {
    works.get(work)?.();
    if (works.has(work)) works.set(work, null);
  }

  return {
    add(work) {
      works.set(work, leads ? work() : null);
      return () => {
        end(work);
        works.delete(work);
      };
    },
    begin() {
      leads = true;
      for (const work of works.keys()) works.set(work, work());
      return () => {
        leads = false;
        for (const work of works.keys()) end(work);
      };
    },
  };
}
