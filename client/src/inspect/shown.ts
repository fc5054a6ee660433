import { countCharacters, isErrorCode } from '@cruddur/shared';
import { codesOf } from '../api/api-error.ts';
import { failureOf } from '../machines/failure.ts';
import { ALLOWED, type Allowed, type Rule } from './allowed.ts';
import type { Shown } from './trace.ts';

type Rules = Readonly<Record<string, Rule | undefined>>;
type Facts = Readonly<Record<string, unknown>>;

/** What outside work came back with: its name in the machine, and its output or error. */
export type Outcome = { work: string } & ({ output: unknown } | { error: unknown });

/** As services name their errors; anything else might be words about somebody. */
const ERROR_NAME = /^[A-Z][A-Za-z]{2,59}$/;

const NOTHING: Allowed = {};
const allowed = (machine: string): Allowed => ALLOWED[machine] ?? NOTHING;

/** What may be seen of an event. */
export function showEvent(machine: string, event: Facts & { type: string }): Shown {
  const rules: Readonly<Record<string, Rules | undefined>> = allowed(machine).events ?? {};
  return showFields(rules[event.type], event);
}

/** What may be seen of a context. */
export function showContext(machine: string, context: unknown): Shown {
  return showFields(allowed(machine).context, context);
}

/** What may be seen of how outside work ended. */
export function showOutcome(machine: string, outcome: Outcome): Shown {
  if ('error' in outcome) return showFailure(outcome.error);
  const rule = allowed(machine).outputs?.[outcome.work];
  if (typeof rule === 'object' && 'fields' in rule) return showFields(rule.fields, outcome.output);
  return showFields({ output: rule }, outcome);
}

function showFailure(error: unknown): Shown {
  const { name } = failureOf(error);
  const known = ERROR_NAME.test(name) ? name : 'Error';
  return name === 'ApiError' ? { failure: known, codes: showCodes(codesOf(error)) } : { failure: known };
}

function showFields(rules: Rules = {}, facts: unknown): Shown {
  if (typeof facts !== 'object' || facts === null) return {};
  const shown = Object.entries(rules).map(
    ([name, rule]) => [name, show(rule, (facts as Facts)[name])] as const,
  );
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined)) as Shown;
}

function show(rule: Rule | undefined, value: unknown): string | number | boolean | null | undefined {
  switch (rule) {
    case 'value':
      return isPlain(value) ? value : undefined;
    case 'length':
      return typeof value === 'string' ? `${countCharacters(value)} characters` : undefined;
    case 'count':
      return Array.isArray(value) ? value.length : undefined;
    case 'codes':
      return Array.isArray(value) ? showCodes(value) : undefined;
    case undefined:
      return undefined;
    default:
      return value === null ? null : rule.find((word) => word === value);
  }
}

/** Infinity, as of a crud without an end, is no number of JSON. */
const isPlain = (value: unknown): value is number | boolean | null =>
  typeof value === 'boolean' || value === null || (typeof value === 'number' && Number.isFinite(value));

const showCodes = (codes: readonly unknown[]) =>
  codes.filter((code) => typeof code === 'string' && isErrorCode(code)).join(', ');
