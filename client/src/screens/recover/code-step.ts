import { authPagePath } from '../../paths.ts';

/** The recovery with its code sent: a page that is loaded again goes on there. */
export function codeStepPath(email: string): string {
  return `${authPagePath('forgot', email)}&step=code`;
}

/** Whom a code was sent to, as the address of a page says; empty for nobody. */
export function readCodeRecipient(query: URLSearchParams): string {
  return query.get('step') === 'code' ? (query.get('email') ?? '').trim() : '';
}
