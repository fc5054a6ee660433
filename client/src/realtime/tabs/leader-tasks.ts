/** Begins something; answers how to end it. */
export type LeaderTask = () => () => void;

/** What only the leading tab does, whoever asks for it and whenever it comes to lead. */
export interface LeaderTasks {
  /** @returns how to have it done no longer */
  add: (work: LeaderTask) => () => void;
  /** This tab leads. @returns called when it no longer does */
  startAll: () => () => void;
}

export function createLeaderTasks(): LeaderTasks {
  /** Each work with its end, while it is under way. */
  const works = new Map<LeaderTask, (() => void) | null>();
  let isLeading = false;

  function end(work: LeaderTask): void {
    works.get(work)?.();
    if (works.has(work)) works.set(work, null);
  }

  return {
    add(work) {
      works.set(work, isLeading ? work() : null);
      return () => {
        end(work);
        works.delete(work);
      };
    },
    startAll() {
      isLeading = true;
      for (const work of works.keys()) works.set(work, work());
      return () => {
        isLeading = false;
        for (const work of works.keys()) end(work);
      };
    },
  };
}
