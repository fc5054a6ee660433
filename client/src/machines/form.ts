type EventArgs = { event: object };

/** How long a form waits before another code can be requested, in milliseconds. */
export const RESEND_WAIT_MS = 60_000;

/** The current time in epoch milliseconds: a countdown goes on while the page is suspended. */
export type FormClock = { now: () => number };

/** Guards on the fields that an event carries. An event without the field passes none of them. */
export const hasNoEmail = ({ event }: EventArgs) =>
  'email' in event && typeof event.email === 'string' && event.email.trim() === '';
export const hasNoCode = ({ event }: EventArgs) => 'code' in event && event.code === '';
export const hasNoPassword = ({ event }: EventArgs) => 'password' in event && event.password === '';
export const doDiffer = ({ event }: EventArgs) =>
  'password' in event && 'passwordAgain' in event && event.password !== event.passwordAgain;

/** The texts of a form's field errors, in the order of its fields. */
export type FieldTexts = {
  noEmail?: string;
  noCode?: string;
  noPassword?: string;
  differ?: string;
};

/** The errors of all invalid fields that an event carries, one for each field. */
export function findFieldErrors({ event }: EventArgs, texts: FieldTexts): string[] {
  const isBlank = hasNoPassword({ event });
  const found: [boolean, string | undefined][] = [
    [hasNoEmail({ event }), texts.noEmail],
    [hasNoCode({ event }), texts.noCode],
    [isBlank, texts.noPassword],
    [!isBlank && doDiffer({ event }), texts.differ],
  ];
  return found.flatMap(([isFound, text]) => (isFound && text !== undefined ? [text] : []));
}

/** The transition of an event with invalid fields: it shows the error of each and calls nothing. */
export const refuseFields = <const Guard extends string, const Target extends string>(
  guard: Guard,
  target: Target,
) => ({ guard, target, actions: 'showFieldErrors' }) as const;

/** The transition of an event with an invalid field: it shows the error and calls nothing. */
export const refuse = <const Guard extends string, const Target extends string>(
  guard: Guard,
  target: Target,
  error: string,
) => ({ guard, target, actions: { type: 'showError', params: error } }) as const;

/** The state `failed`, in which the form shows its error. A machine adds the inner states, `resting` and `ready`. */
export const FAILED = {
  tags: 'failed',
  initial: 'resting',
  on: { EDIT: { target: 'editing', actions: 'clearErrors' } },
} as const;

/** The state `resting` in it. A machine adds the events that it ignores: the same call within the throttle is a double press. */
export const THROTTLED = { after: { throttle: { target: 'ready' } } } as const;
