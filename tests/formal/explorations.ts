import type { Exploration } from './quint.ts';

/** The random runs of each model; `npm run test:full` makes five times as many. */
export const EXPLORATIONS: readonly Exploration[] = [
  {
    model: 'delivery',
    invariants: ['dense', 'exactlyOnce', 'oneOrder', 'noGap'],
    witnesses: [
      'store.log.length() > 3',
      'TABS.forall(t => tabs.get(t).applied.length() > 1)',
      'TABS.exists(t => tabs.get(t).epoch > 0)',
      'TABS.exists(t => tabs.get(t).page.items.length() > 1 and tabs.get(t).applied.length() > 0)',
    ],
    ...{ seed: 19, runs: 100, steps: 40, traces: 60 },
  },
  {
    model: 'outbox',
    invariants: ['onceInStore', 'noneForgotten', 'firstInFirstOut'],
    witnesses: ['outbox.accepted.size() > 2', 'outbox.requests.size() > 1'],
    ...{ seed: 19, runs: 100, steps: 30, traces: 40 },
  },
  {
    model: 'tabs',
    invariants: ['oneLeader', 'oneVoice', 'leaderIsHeard'],
    witnesses: [
      'TABS.exists(t => tabs.get(t).heard.length() > 1)',
      'TABS.exists(t => tabs.get(t).leads() and tabs.get(t).isRobbed())',
    ],
    ...{ seed: 19, runs: 100, steps: 40, traces: 60 },
  },
];
