import { statusOfCodes, type ErrorCode } from '@cruddur/shared';

/** The only error that callers see: one or more codes of the catalogue. */
export class Refusal extends Error {
  readonly codes: readonly [ErrorCode, ...ErrorCode[]];
  /** Seconds to wait before the next try, for `generic_429` and `generic_503`. */
  readonly retryAfter: number | undefined;

  constructor(
    codes: ErrorCode | readonly [ErrorCode, ...ErrorCode[]],
    retryAfter?: number,
    options?: ErrorOptions,
  ) {
    const list = typeof codes === 'string' ? ([codes] as const) : codes;
    super(list.join(' '), options);
    this.name = 'Refusal';
    this.codes = list;
    this.retryAfter = retryAfter;
  }

  /** The HTTP status of the answer. */
  get status(): number {
    return statusOfCodes(this.codes);
  }
}

/** This gateway refuses work because too much is waiting: the limits work as intended, so it is no fault. */
export class OverloadRefusal extends Refusal {
  constructor() {
    super('generic_503', 1);
  }
}
