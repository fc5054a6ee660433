import { lifetimeLabel } from './time.ts';
import type { Lifetime } from './limits.ts';

/** How long the messages of a conversation can last; `off` keeps them. */
export const MESSAGE_LIFETIMES = ['off', '30-days', '7-days', '1-day', '1-hour'] as const satisfies readonly (
  | Lifetime
  | 'off'
)[];
export type MessageLifetime = (typeof MESSAGE_LIFETIMES)[number];

/** `Off`, `7 days`. */
export function messageLifetimeLabel(lifetime: MessageLifetime): string {
  return lifetime === 'off' ? 'Off' : lifetimeLabel(lifetime);
}
