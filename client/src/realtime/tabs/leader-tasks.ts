/** Starts a task. @returns stops it */
export type LeaderTask = () => () => void;

/** Tasks that run only in the leader tab. Added tasks start when the tab becomes the leader, or at once if it is. */
export interface LeaderTasks {
  /** @returns removes the task, and stops it if it runs */
  add: (task: LeaderTask) => () => void;
  /** Called when this tab becomes the leader. @returns stops all tasks */
  startAll: () => () => void;
}

export function createLeaderTasks(): LeaderTasks {
  /** The stop function of each task, null while it does not run. */
  const tasks = new Map<LeaderTask, (() => void) | null>();
  let isLeading = false;

  function stopTask(task: LeaderTask): void {
    tasks.get(task)?.();
    if (tasks.has(task)) tasks.set(task, null);
  }

  return {
    add(task) {
      tasks.set(task, isLeading ? task() : null);
      return () => {
        stopTask(task);
        tasks.delete(task);
      };
    },
    startAll() {
      isLeading = true;
      for (const task of tasks.keys()) tasks.set(task, task());
      return () => {
        isLeading = false;
        for (const task of tasks.keys()) stopTask(task);
      };
    },
  };
}
