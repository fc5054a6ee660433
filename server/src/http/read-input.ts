import { isErrorCode, isStorable, PAGE_SIZE, parseLimit } from '@cruddur/shared';
import type { ErrorCode, Page, RouteShape } from '@cruddur/shared';
import type { ParsedQs } from 'qs';
import { Refusal } from '../domain/errors.ts';
import type { JsonObject } from './read-body.ts';

/** The input of a call before it is checked. */
export interface RawInput {
  params: Record<string, string>;
  query: ParsedQs;
  body: JsonObject;
}

export interface Input {
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  page: Page;
}

/** Checks the whole input of a call. @throws Refusal with every code that applies, or generic_400 alone */
export function readInput(route: RouteShape, raw: RawInput): Input {
  const codes = new Set<ErrorCode>();
  const page = route.paged ? readPage(raw.query, codes) : { before: undefined, limit: PAGE_SIZE };
  const query = parseInput(route.query, raw.query, codes);
  const body = parseInput(route.body, raw.body, codes);
  if (![...Object.values(raw.params), ...Object.values(raw.query).flat()].every(isText)) {
    throw new Refusal('generic_400');
  }
  const [first, ...others] = codes;
  if (codes.has('generic_400')) throw new Refusal('generic_400');
  if (first) throw new Refusal([first, ...others]);
  return { params: raw.params, query, body, page };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && isStorable(value);
}

function readPage({ limit, before }: ParsedQs, codes: Set<ErrorCode>): Page {
  const size = isMany(limit) ? null : parseLimit(limit);
  if (size === null) codes.add('limit_invalid');
  if (isMany(before)) codes.add('cursor_invalid');
  return { before: isMany(before) ? undefined : before, limit: size ?? PAGE_SIZE };
}

/** A parameter that was given more than once. */
function isMany(value: ParsedQs[string]): value is Exclude<ParsedQs[string], string | undefined> {
  return value !== undefined && typeof value !== 'string';
}

/** An issue of the contract's rules has an error code as its message; any other issue is a malformed request. */
function parseInput(schema: RouteShape['body'], value: unknown, codes: Set<ErrorCode>): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const { message } of result.error.issues) codes.add(isErrorCode(message) ? message : 'generic_400');
  return undefined;
}
