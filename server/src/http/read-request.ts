import {
  BODY_MAX_BYTES,
  type ErrorCode,
  isErrorCode,
  isOperationId,
  isStorable,
  type Page,
  PAGE_SIZE,
  parseLimit,
  type RouteShape,
} from '@cruddur/shared';
import type { Request, Response } from 'express';
import { hash, randomUUID } from 'node:crypto';
import type { ParsedQs } from 'qs';
import { Refusal } from '../domain/errors.ts';
import type { Operation } from '../domain/use-case.ts';
import { readBytes } from './read-bytes.ts';

/** Deeper than any body of the contract; bounds the recursion of `isClean`. */
const DEPTH_MAX = 16;

export type JsonObject = Record<string, unknown>;

/**
 * The JSON object of a request; an absent body is an empty object.
 * @throws Refusal generic_415 for other content, generic_400 for a value that is no object or has text that PostgreSQL cannot
 * store; the errors of `readBytes`
 */
export async function readBody(request: Request, response: Response): Promise<JsonObject> {
  const isEmpty = request.get('content-length') === '0' || request.is('*/*') === null;
  if (isEmpty) return {};
  if (!isPlainJson(request)) throw new Refusal('generic_415');
  const bytes = await readBytes(request, response, BODY_MAX_BYTES);
  if (bytes.length === 0) return {};
  const body = parseJson(bytes.toString('utf8'));
  if (!isObject(body) || !isClean(body)) throw new Refusal('generic_400');
  return body;
}

/** True for uncompressed JSON in UTF-8, its only encoding between systems (RFC 8259). */
function isPlainJson(request: Request): boolean {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(request.get('content-type') ?? '')?.[1] ?? 'utf-8';
  const isCompressed = !/^(identity)?$/i.test(request.get('content-encoding') ?? '');
  return Boolean(request.is('application/json')) && /^utf-?8$/i.test(charset) && !isCompressed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('generic_400');
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isClean(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === DEPTH_MAX) return false;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isClean(inner, depth + 1));
}

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

/**
 * The operation of a call, by its header; a call without one is a new operation.
 * @throws Refusal operation_id_invalid
 */
export function readOperation(request: Request, body: JsonObject): Operation {
  const id = request.get('amz-sdk-invocation-id') ?? request.get('idempotency-key') ?? randomUUID();
  if (!isOperationId(id)) throw new Refusal('operation_id_invalid');
  return { id, fingerprint: fingerprintOf(request, body) };
}

/** Leaves out `user_handle`, which old clients send and the server ignores. */
function fingerprintOf(request: Request, body: JsonObject): string {
  const fields = Object.fromEntries(Object.entries(body).filter(([key]) => key !== 'user_handle'));
  const canonicalRequest = `${request.method}\n${request.path}\n${toCanonicalJson(fields)}`;
  return hash('sha256', canonicalRequest, 'hex');
}

/** JSON with sorted keys, so that their order in the request does not matter. */
function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${toCanonicalJson(inner)}`).join(',')}}`;
}
