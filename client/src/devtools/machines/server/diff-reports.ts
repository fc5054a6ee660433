import type { MachinesReport, ServerMachineName } from '@cruddur/shared';

/** Moves that were made between two reports. */
export interface MoveCount {
  machine: ServerMachineName;
  /** As the chart has it: `open.live: drain`. */
  move: string;
  times: number;
}

/** What was done between two reports of one gateway; a count that is lower than before is of another start, and tells nothing. */
export function diffReports(before: MachinesReport, after: MachinesReport): MoveCount[] {
  return after.machines.flatMap(({ machine, moves }) => {
    const known = before.machines.find((one) => one.machine === machine)?.moves ?? {};
    return Object.entries(moves)
      .map(([move, count]) => ({ machine, move, times: count - (known[move] ?? 0) }))
      .filter(({ times }) => times > 0);
  });
}
