/** A function that runs at once and then at most once per interval; a call within the interval is made at its end. */
export interface Throttle {
  trigger(): void;
  stop(): void;
}

export function createThrottle(run: () => void, everyMs: number): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;

  function trigger(): void {
    if (timer !== undefined) {
      isDue = true;
      return;
    }
    isDue = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) trigger();
    }, everyMs);
    run();
  }

  return { trigger, stop: () => clearTimeout(timer) };
}
