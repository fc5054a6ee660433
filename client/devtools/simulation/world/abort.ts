type Listener = ((event: Event) => void) | { handleEvent(event: Event): void };

interface Entry {
  listener: Listener;
  once: boolean;
}

/** The exceptions of the world: those of Node look for the place at which they were thrown. */
export class LeanException extends Error {
  constructor(message: string, name: string) {
    super(message);
    this.name = name;
  }
}

const abortReason = () => new LeanException('This operation was aborted', 'AbortError');

/** The signals of the world: those of Node cost more than all else that a schedule does. */
export class LeanSignal {
  aborted = false;
  reason: unknown;
  onabort: ((event: Event) => void) | null = null;
  private entries: Entry[] = [];

  static abort(reason: unknown = abortReason()): LeanSignal {
    const signal = new LeanSignal();
    signal.end(reason);
    return signal;
  }

  static any(signals: readonly LeanSignal[]): LeanSignal {
    const joined = new LeanSignal();
    for (const signal of signals) {
      if (signal.aborted) joined.end(signal.reason);
      else signal.addEventListener('abort', () => joined.end(signal.reason), { once: true });
    }
    return joined;
  }

  /** Becomes an event of the world. */
  static timeout(ms: number): LeanSignal {
    const signal = new LeanSignal();
    setTimeout(() => signal.end(new LeanException('The operation timed out', 'TimeoutError')), ms);
    return signal;
  }

  addEventListener(type: string, listener: Listener, { once = false } = {}): void {
    if (type === 'abort' && !this.aborted) this.entries.push({ listener, once });
  }

  removeEventListener(_type: string, listener: Listener): void {
    this.entries = this.entries.filter((entry) => entry.listener !== listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  end(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const { entries } = this;
    this.entries = [];
    const event = { type: 'abort', target: this } as unknown as Event;
    this.onabort?.(event);
    for (const { listener } of entries)
      if (typeof listener === 'function') listener(event);
      else listener.handleEvent(event);
  }
}

export class LeanController {
  readonly signal = new LeanSignal();

  abort(reason: unknown = abortReason()): void {
    this.signal.end(reason);
  }
}
