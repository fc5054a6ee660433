import { BODY_MAX_BYTES, isStorable } from '@cruddur/shared';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { Refusal } from '../domain/errors.ts';

/** Deeper than any body of the contract; bounded, so no body can exhaust the stack. */
const DEPTH_MAX = 16;

const parseJson: RequestHandler = express.json({
  limit: BODY_MAX_BYTES,
  inflate: false,
  type: 'application/json',
});

export type JsonObject = Record<string, unknown>;

/**
 * The JSON object of a request; an absent body counts as an empty one.
 * @throws Refusal generic_415 for other content, generic_400 for what is no object or holds text no database can;
 * errors of Express's parser for broken or oversized JSON
 */
export async function readBody(request: Request, response: Response): Promise<JsonObject> {
  const isEmpty = request.get('content-length') === '0' || request.is('*/*') === null;
  if (isEmpty) return {};
  if (!request.is('application/json')) throw new Refusal('generic_415');
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (failure?: unknown) =>
      failure instanceof Error ? reject(failure) : resolve(),
    );
  });
  const body: unknown = request.body ?? {};
  if (!isObject(body) || !isClean(body)) throw new Refusal('generic_400');
  return body;
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
