import { RETRIED_STATUSES, RETRY } from '@cruddur/shared';

/** Whether an answer of this status is worth asking for again. */
export function isRetriable(status: number): boolean {
  return RETRIED_STATUSES.includes(status);
}

/**
 * How long to wait before the next attempt, in milliseconds: 2^n times the base plus jitter, unless the server named a time.
 * @param attempt the attempt that has just failed, from 1
 * @param jitter 0 to 1
 * @param retryAfterMs what the `Retry-After` header asks for, or null
 */
export function retryDelayMs(attempt: number, jitter: number, retryAfterMs: number | null): number {
  const backoffMs = 2 ** attempt * RETRY.baseMs + jitter * RETRY.jitterMs;
  return Math.min(Math.max(backoffMs, retryAfterMs ?? 0), RETRY.maxDelayMs);
}

/** Reads `Retry-After`: seconds or an HTTP date. @returns milliseconds, or null when it is missing or unreadable */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
