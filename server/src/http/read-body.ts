import { BODY_MAX_BYTES, isStorable } from '@cruddur/shared';
import type { Request, Response } from 'express';
import { readBytes } from '../bodies/read-bytes.ts';
import { Refusal } from '../domain/errors.ts';

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
