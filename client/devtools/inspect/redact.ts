import { countCharacters, isErrorCode } from '@cruddur/shared';
import { toErrorCodes } from '../../src/base/http/api-error.ts';
import { failureOf } from '../../src/base/machines/failure.ts';
import { ALLOW_LISTS, type AllowList, type RedactionRule } from './allow-lists.ts';
import type { RedactedFields } from './trace.ts';

type Rules = Readonly<Record<string, RedactionRule | undefined>>;
type Fields = Readonly<Record<string, unknown>>;

/** How an invoked actor ended: its name in `setup`, and its output or error. */
export type Outcome = { actor: string } & ({ output: unknown } | { error: unknown });

/** The form of services' error names; any other name could contain personal data. */
const ERROR_NAME = /^[A-Z][A-Za-z]{2,59}$/;

const NOTHING: AllowList = {};
const allowListOf = (machine: string): AllowList => ALLOW_LISTS[machine] ?? NOTHING;

/** The allowed fields of an event. */
export function redactEvent(machine: string, event: Fields & { type: string }): RedactedFields {
  const rules: Readonly<Record<string, Rules | undefined>> = allowListOf(machine).events ?? {};
  return redactFields(rules[event.type], event);
}

/** The allowed fields of a context. */
export function redactContext(machine: string, context: unknown): RedactedFields {
  return redactFields(allowListOf(machine).context, context);
}

/** The allowed fields of an invoked actor's output, or the name and codes of its error. */
export function redactOutcome(machine: string, outcome: Outcome): RedactedFields {
  if ('error' in outcome) return redactFailure(outcome.error);
  const rule = allowListOf(machine).outputs?.[outcome.actor];
  if (typeof rule === 'object' && 'fields' in rule) return redactFields(rule.fields, outcome.output);
  return redactFields({ output: rule }, outcome);
}

function redactFailure(error: unknown): RedactedFields {
  const { name } = failureOf(error);
  const failure = ERROR_NAME.test(name) ? name : 'Error';
  return name === 'ApiError' ? { failure, codes: redactCodes(toErrorCodes(error)) } : { failure };
}

function redactFields(rules: Rules = {}, fields: unknown): RedactedFields {
  if (typeof fields !== 'object' || fields === null) return {};
  const shown = Object.entries(rules).map(
    ([name, rule]) => [name, redactValue(rule, (fields as Fields)[name])] as const,
  );
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined)) as RedactedFields;
}

function redactValue(
  rule: RedactionRule | undefined,
  value: unknown,
): string | number | boolean | null | undefined {
  switch (rule) {
    case 'value':
      return isPlain(value) ? value : undefined;
    case 'length':
      return typeof value === 'string' ? `${countCharacters(value)} characters` : undefined;
    case 'count':
      return Array.isArray(value) ? value.length : undefined;
    case 'codes':
      return Array.isArray(value) ? redactCodes(value) : undefined;
    case undefined:
      return undefined;
    default:
      return value === null ? null : rule.find((word) => word === value);
  }
}

/** JSON has no Infinity, which is the end of a crud that never expires. */
const isPlain = (value: unknown): value is number | boolean | null =>
  typeof value === 'boolean' || value === null || (typeof value === 'number' && Number.isFinite(value));

const redactCodes = (codes: readonly unknown[]) =>
  codes.filter((code) => typeof code === 'string' && isErrorCode(code)).join(', ');
